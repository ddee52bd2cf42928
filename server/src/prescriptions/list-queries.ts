import { MAX_COUNTED } from '@amasin/domain/contract/counted.ts';
import { readSearch } from '@amasin/domain/prescriptions/prescription-number.ts';
import { normalizePhone } from '@amasin/domain/users/phone-number.ts';
import { and, count, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { constantLimit, limitAndOffset, limitToEndOf, type PageRequest } from '../database/paging.ts';
import { patientNames, prescriptions } from '../database/schema/prescriptions.ts';
import { containsWords, containsWordsByFrequency, hasWords } from '../people/queries.ts';
import { prescriptionsWaitingFor } from '../scopes/prescriptions.ts';
import { readCounts } from '../stats/queries.ts';
import { readPrescriptions } from './queries.ts';

export interface PrescriptionSearch extends PageRequest {
  readonly scopes: readonly (SQL | undefined)[];
  /** Whose prescriptions the scopes have: all, an author's, or an agent's. */
  readonly of: 'all' | { author: string } | { agent: string };
  readonly q: string | undefined;
  /** Whether a telephone finds the prescriptions of its patient: for readers who see the telephones of all of them. */
  readonly byPhone: boolean;
  readonly used: boolean | undefined;
}

const latest = sql`${prescriptions.createdAt} desc, ${prescriptions.id} desc`;

/** Returns one page, most recent first, the number of matches, and the used and unused counts of all scopes. */
export async function searchPrescriptions(db: Database, search: PrescriptionSearch) {
  const { scopes, byPhone, used, limit } = search;
  const q = search.q && readSearch(search.q);
  const isUsed =
    used === undefined
      ? undefined
      : used
        ? isNotNull(prescriptions.usedById)
        : isNull(prescriptions.usedById);
  const counting = countUses(db, search);
  const visible = or(...scopes);
  const found =
    q && isNameAmongAll(search, q)
      ? ofNames(q, and(visible, isUsed))
      : ofRows(and(visible, isUsed, q ? matches(q, byPhone, containsWordsByFrequency) : undefined));
  const few = q ? await findFew(db, search, found) : null;
  if (few?.ids) {
    const rows = await readPrescriptions(db, sql`select unnest(${sql.param(few.ids)}::uuid[])`);
    return { rows: rows.slice(0, limit), total: few.total, counts: await counting };
  }
  const matching = and(q ? matches(q, byPhone, hasWords) : undefined, isUsed);
  const parts = scopes.map((scope) => sql`${ofRows(and(scope, matching))} order by ${latest}`);
  const limitedParts = parts.map((part) => sql`(${part} ${limitToEndOf(search)})`);
  const listed = await readPrescriptions(
    db,
    parts.length === 1
      ? sql`select id from (${parts[0]} ${limitAndOffset(search)}) part`
      : sql`select id from (${sql.join(limitedParts, sql` union `)}) parts order by created_at desc, id desc ${limitAndOffset(search)}`,
  );
  const rows = listed.slice(0, limit);
  const counts = await counting;
  const kept = used === undefined ? counts.used + counts.pending : used ? counts.used : counts.pending;
  return { rows, total: few === null ? kept : few.total, counts };
}

/**
 * The ids of a page of what matches a text, and how many match, from one reading of `found`: with many, up to one more than
 * MAX_COUNTED and without ids, because the latest ones are then found sooner in the order of the list.
 */
async function findFew(db: Database, search: PrescriptionSearch, found: SQL) {
  const { rows } = await db.execute<{ total: number; ids: string[] }>(
    sql`with found as materialized (${found} limit ${constantLimit(MAX_COUNTED + 1)})
        select count(*)::int as total, array(select id from found order by created_at desc, id desc ${limitAndOffset(search)}) as ids from found`,
  );
  const [{ total, ids } = { total: 0, ids: [] }] = rows;
  return { total, ids: total > MAX_COUNTED ? null : ids };
}

/** Whether a text can only be a name, searched among all prescriptions. */
const isNameAmongAll = ({ of, byPhone }: PrescriptionSearch, q: string): boolean =>
  of === 'all' && !NUMBER_PART.test(q) && !(byPhone && normalizePhone(q) !== null);

/** Prescriptions of patients with part of this name, which is first looked up among the different names. */
const ofNames = (q: string, where: SQL | undefined): SQL =>
  sql`select id, created_at from ${patientNames} join ${prescriptions} using (folded_name)
      where ${and(containsWords(patientNames.foldedName, q), where)}`;

const ofRows = (where: SQL | undefined): SQL =>
  sql`select id, created_at from ${prescriptions} where ${where}`;

/** What a prescription number may contain. */
const NUMBER_PART = /^(?:ORD-|RD-|D-|-|ORD|OR|RD|O|R|D)?\d*$/i;

/** Part of the patient's name, ignoring accents and case, or of the number; or the whole telephone, in any writing. */
function matches(q: string, byPhone: boolean, hasName: typeof hasWords): SQL | undefined {
  if ('ORD-'.includes(q.toUpperCase())) return undefined;
  const number = sql`${prescriptions.number} like ${`%${q.toUpperCase().replace(/[\\%_]/g, '\\$&')}%`}`;
  const phone = byPhone ? normalizePhone(q) : null;
  if (phone !== null) return or(eq(prescriptions.patientPhone, phone), number);
  return or(hasName(prescriptions.foldedName, q), number);
}

/** The stored counts; for an agent, also a count of other authors' prescriptions on pre-treatment orders, which are unused. */
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
