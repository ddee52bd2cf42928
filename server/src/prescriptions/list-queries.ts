import { readSearch } from '@amasin/domain/prescriptions/prescription-number.ts';
import { normalizePhone } from '@amasin/domain/users/phone-number.ts';
import { and, count, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { readCounts } from '../database/count-queries.ts';
import type { Database } from '../database/database.ts';
import { countSome, limitAndOffset, limitToEndOf, type PageRequest, totalAfter } from '../database/paging.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { containsWords, foldWords } from '../people/queries.ts';
import { prescriptionsWaitingFor } from '../scopes/prescriptions.ts';
import { seen } from '../scopes/seen.ts';
import { readPrescriptions } from './queries.ts';

export interface PrescriptionSearch extends PageRequest {
  readonly scopes: readonly (SQL | undefined)[];
  /** The scopes have the prescriptions of all, of an author or of an agent. */
  readonly of: 'all' | { author: string } | { agent: string };
  readonly q: string | undefined;
  /** Whether a telephone finds the prescriptions of its patient: for readers who see the telephones of all of them. */
  readonly byPhone: boolean;
  readonly used: boolean | undefined;
}

const latest = sql`${prescriptions.createdAt} desc, ${prescriptions.id} desc`;

/** Returns one page, most recent first, the number of matches, and the used and unused counts of all scopes. */
export async function searchPrescriptions(db: Database, search: PrescriptionSearch) {
  const { scopes, q, used, limit } = search;
  const isUsed =
    used === undefined ? undefined : used ? isNotNull(prescriptions.usedAt) : isNull(prescriptions.usedAt);
  const counting = countUses(db, search);
  const matching = and(q ? await matchText(db, q, search.byPhone) : undefined, isUsed);
  const parts = scopes.map((scope) => sql`${ofRows(and(scope, matching))} order by ${latest}`);
  const limitedParts = parts.map((part) => sql`(${part} ${limitToEndOf(search)})`);
  const listed = await readPrescriptions(
    db,
    parts.length === 1
      ? sql`select id from (${parts[0]} ${limitAndOffset(search)}) part`
      : sql`select id from (${sql.join(limitedParts, sql` union `)}) parts order by created_at desc, id desc ${limitAndOffset(search)}`,
  );
  const rows = listed.slice(0, limit).map(seen);
  const counts = await counting;
  const stored = used === undefined ? counts.used + counts.pending : used ? counts.used : counts.pending;
  const total = q
    ? (totalAfter(rows.length, search) ?? (await countSome(db, ofRows(and(or(...scopes), matching)))))
    : stored;
  return { rows, total, counts };
}

const ofRows = (where: SQL | undefined): SQL =>
  sql`select id, created_at from ${prescriptions} where ${where}`;

/** Matches part of the patient's name, ignoring accents and case, or of the number; or the whole telephone, in any writing. */
async function matchText(db: Database, text: string, byPhone: boolean): Promise<SQL | undefined> {
  const q = readSearch(text);
  if (q !== '' && 'ORD-'.startsWith(q.toUpperCase())) return undefined;
  const number = sql`${prescriptions.number} like ${`%${q.toUpperCase().replace(/[\\%_]/g, '\\$&')}%`}`;
  const phone = byPhone ? normalizePhone(q) : null;
  if (phone !== null) return or(eq(prescriptions.patientPhone, phone), number);
  return or(containsWords(prescriptions.foldedName, await foldWords(db, text)), number);
}

/** Reads the stored counts; for an agent, counts other authors' prescriptions on pre-treatment orders too, which are unused. */
async function countUses(db: Database, { of }: PrescriptionSearch) {
  const rows = await readUses(db, of);
  const sum = (state: string) => rows.reduce((total, row) => total + (row.state === state ? row.n : 0), 0);
  return { used: sum('used'), pending: sum('unused') };
}

async function readUses(db: Database, of: PrescriptionSearch['of']) {
  if (of === 'all') return readCounts(db, 'prescriptions');
  if ('author' in of) return readCounts(db, 'author', [of.author]);
  const { agent } = of;
  const isUncounted = sql`${prescriptions.authorId} <> ${agent} and ${prescriptions.readerId} is distinct from ${agent}`;
  const waiting = await db
    .select({ state: sql<string>`'unused'`, n: count() })
    .from(prescriptions)
    .where(and(prescriptionsWaitingFor({ _id: agent }), isUncounted));
  return [
    ...(await readCounts(db, 'author', [agent])),
    ...(await readCounts(db, 'reader', [agent])),
    ...waiting,
  ];
}
