import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Log } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { audit } from '../database/schema/audit.ts';
import { findMoneyHold } from '../payments/queries.ts';

/**
 * In DATA_DIR: the accounts that were removed, a line each with the time and the id, so that a backup of before forgets them again
 * (decision 64).
 */
export const removedPeopleFile = (dataDir: string) => join(dataDir, 'removed-people.txt');

const EVERY_MS = 60_000;

/** A transaction may be committed after others that began later. */
const LATE_MS = 3_600_000;

const LINE = /^(\S+) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/gm;

/** The removed accounts of a list, with the time of their removal. */
export async function readRemovedPeople(path: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(path, 'utf8');
  return new Map([...text.matchAll(LINE)].map(([, at = '', id = '']) => [id, at]));
}

export interface RemovedPeople {
  /** Adds those of the last minute. */
  stop(): Promise<void>;
}

/**
 * Keeps the list outside the database, from its journal: each minute, and when it stops. A restored database waits (rule 43): a trial
 * of it must not add to the list of the house, and a house that goes on catches up from its journal.
 */
export async function keepRemovedPeople(db: Database, path: string, log: Log): Promise<RemovedPeople> {
  const noticed = new Map(await readRemovedPeople(path).catch(() => []));
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
    .select({ id: audit.subjectId, at: audit.at })
    .from(audit)
    .where(and(eq(audit.action, 'delete'), eq(audit.subjectKind, 'user'), gt(audit.at, since)))
    .orderBy(asc(audit.at));
  const added = rows.filter(({ id }) => !noticed.has(id));
  if (added.length === 0) return;
  await appendFile(path, added.map(({ id, at }) => `${at.toISOString()} ${id}\n`).join(''));
  for (const { id, at } of added) noticed.set(id, at.toISOString());
}
