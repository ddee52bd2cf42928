import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AuditAction } from '@amasin/domain/audit/actions.ts';
import { HOUR_MS } from '@amasin/domain/contract/time.ts';
import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { Log } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { audit } from '../database/schema/audit.ts';
import { findMoneyHold } from '../payments/queries.ts';

/**
 * In DATA_DIR: what a backup of before must not bring back, a line each with the time and the id of the account: accounts that were
 * removed, and, named after the id, passwords that were changed, consents that were withdrawn, and accounts that were disabled or enabled
 * (decisions 64 and 82).
 */
export const removedPeopleFile = (dataDir: string) => join(dataDir, 'removed-people.txt');

const EVERY_MS = 60_000;

/** A transaction may be committed after others that began later. */
const LATE_MS = HOUR_MS;

const LINE =
  /^(\S+) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?: (password|consent|disabled|enabled))?$/gm;

export interface Listed {
  readonly at: string;
  readonly id: string;
  readonly what: 'account' | 'password' | 'consent' | 'disabled' | 'enabled';
}

/** What a list names, in its order. */
export async function readListed(path: string): Promise<Listed[]> {
  const text = await readFile(path, 'utf8');
  return [...text.matchAll(LINE)].map(([, at = '', id = '', what = 'account']) => ({
    at,
    id,
    what: what as Listed['what'],
  }));
}

const keyOf = ({ id, what }: Pick<Listed, 'id' | 'what'>) => `${id} ${what}`;

export interface RemovedPeople {
  /** Adds those of the last minute. */
  stop(): Promise<void>;
}

/**
 * Keeps the list outside the database, from its journal: each minute, and when it stops. A restored database waits (rule 43): a trial
 * of it must not add to the list of the house, and a house that goes on catches up from its journal.
 */
export async function keepRemovedPeople(db: Database, path: string, log: Log): Promise<RemovedPeople> {
  const listed = await readListed(path).catch(() => []);
  const noticed = new Map(listed.map((one) => [keyOf(one), one.at]));
  let writing = Promise.resolve();
  const add = () => {
    writing = writing
      .then(() => addRemoved(db, path, noticed))
      .catch((error) => log.error({ err: error }, 'the list of removed accounts is not written'));
    return writing;
  };
  await add();
  const timer = setInterval(add, EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return add();
    },
  };
}

async function addRemoved(db: Database, path: string, noticed: Map<string, string>): Promise<void> {
  // It exists from the start: who copies it elsewhere need not know whether somebody was removed.
  await mkdir(dirname(path), { recursive: true });
  await appendFile(path, '', { mode: 0o600 });
  if ((await findMoneyHold(db)) !== null) return;
  const last = [...noticed.values()].sort().at(-1);
  const since = new Date(last === undefined ? 0 : Date.parse(last) - LATE_MS);
  const rows = await db
    .select({ id: audit.subjectId, at: audit.at, action: audit.action })
    .from(audit)
    .where(
      and(
        eq(audit.subjectKind, 'user'),
        gt(audit.at, since),
        or(inArray(audit.action, [...listedActions.keys()]), isWithdrawal),
      ),
    )
    .orderBy(asc(audit.at));
  const found = rows.map(({ id, at, action }) => ({
    id,
    at: at.toISOString(),
    what: listedActions.get(action) ?? 'consent',
  }));
  const added = found.filter(({ at, ...one }) => {
    const known = noticed.get(keyOf(one));
    return known === undefined || (one.what !== 'account' && known < at);
  });
  if (added.length === 0) return;
  const lines = added.map(({ at, id, what }) => `${at} ${id}${what === 'account' ? '' : ` ${what}`}\n`);
  await appendFile(path, lines.join(''));
  for (const one of added) noticed.set(keyOf(one), one.at);
}

/** What the actions of the journal are in the list. */
const listedActions = new Map<AuditAction, Listed['what']>([
  ['delete', 'account'],
  ['change-password', 'password'],
  ['reset-password', 'password'],
  ['deactivate', 'disabled'],
  ['activate', 'enabled'],
]);

/** `recordConsent` of users/consents.ts writes it. */
const isWithdrawal = and(
  eq(audit.action, 'change'),
  sql`${audit.details} -> 'fields' ? 'healthConsent'`,
  sql`${audit.details} ->> 'to' = 'retiré'`,
);
