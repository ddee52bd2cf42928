import { dateRange } from '@amasin/domain/contract/dates.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { and, count, eq, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { type MedicationRow, medicationChanges, medications } from '../database/schema/medications.ts';
import { users } from '../database/schema/users.ts';
import { type ChangeOf, preparedOnce } from '../database/sql.ts';

const notDeleted = isNull(medications.deletedAt);

/** Sorts in French alphabetical order, as an index does. */
export const frenchOrder = ({ label, form, id }: Record<'label' | 'form' | 'id', AnyPgColumn>) => [
  sql`${label} collate "french"`,
  form,
  id,
];

/**
 * Selects the medicines that a user may find: for customers, only reviewed ones with a price and not recalled, since no others can be ordered (rules
 * 20 and 55). It has no parameters, so that a prepared statement can use a partial index.
 */
export function visible(orderableOnly: boolean): SQL {
  const { reviewed, price, recalled } = medications;
  return orderableOnly ? sql`${notDeleted} and ${reviewed} and ${price} > 0 and not ${recalled}` : notDeleted;
}

const selectOrdered = (db: Database, where: SQL | undefined) =>
  db
    .select()
    .from(medications)
    .where(where)
    .orderBy(...frenchOrder(medications));

const preparePage = (db: Database, orderableOnly: boolean, name: string) =>
  selectOrdered(db, visible(orderableOnly))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare(name);

const prepareTotal = (db: Database, orderableOnly: boolean, name: string) =>
  db.select({ n: count() }).from(medications).where(visible(orderableOnly)).prepare(name);

const pages = preparedOnce((db) => ({
  all: preparePage(db, false, 'catalogue_page'),
  orderable: preparePage(db, true, 'catalogue_page_orderable'),
}));

const totals = preparedOnce((db) => ({
  all: prepareTotal(db, false, 'catalogue_total'),
  orderable: prepareTotal(db, true, 'catalogue_total_orderable'),
}));

interface Page {
  readonly page: number;
  readonly limit: number;
}

/** Finds one page of the visible medicines in French order, and the total. */
export async function findMedications(
  db: Database,
  { orderableOnly, page, limit }: Page & { orderableOnly: boolean },
): Promise<{ rows: MedicationRow[]; total: number }> {
  const kind = orderableOnly ? 'orderable' : 'all';
  const [rows, all] = await Promise.all([
    pages(db)[kind].execute({ limit, offset: (page - 1) * limit }),
    totals(db)[kind].execute({}),
  ]);
  return { rows, total: all[0]?.n ?? 0 };
}

/** Finds one page of the medicines that match, without deleted ones, in French order, and the total. */
async function findMatchingMedications(
  db: Database,
  matching: SQL,
  { page, limit }: Page,
): Promise<{ rows: MedicationRow[]; total: number }> {
  const where = and(notDeleted, matching);
  const [rows, all] = await Promise.all([
    selectOrdered(db, where)
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ n: count() }).from(medications).where(where),
  ]);
  return { rows, total: all[0]?.n ?? 0 };
}

/** Finds the names of the authors of these medicines, by id. */
export async function findAuthorNames(
  db: Database,
  rows: readonly MedicationRow[],
): Promise<ReadonlyMap<string | null, string | null>> {
  const ids = [...new Set(rows.flatMap(({ createdById }) => createdById ?? []))];
  if (ids.length === 0) return new Map();
  const authors = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(sql`${users.id} = any(${sql.param(ids)}::uuid[])`);
  return new Map(authors.map(({ id, name }) => [id, name]));
}

/** Finds a medicine, even a deleted one. */
export async function findMedication(db: Database, id: string): Promise<MedicationRow | null> {
  const [row] = await db.select().from(medications).where(eq(medications.id, id));
  return row ?? null;
}

/** @throws a duplicate of `medications_label_form_unique` when it exists */
export async function insertMedication(
  db: Database,
  row: Omit<typeof medications.$inferInsert, 'searchText' | 'substanceText'>,
): Promise<MedicationRow> {
  const [inserted] = await db
    .insert(medications)
    .values({ ...row, searchText: searchText(row.label), ...substanceText(row) })
    .returning();
  if (inserted === undefined) throw new Error('the medicine was not inserted');
  return inserted;
}

/** Returns the column by which substances are found, when they are given. */
const substanceText = ({ substances }: ChangeOf<typeof medications>) =>
  substances !== undefined && { substanceText: searchText(substances ?? '') || null };

/**
 * Changes at least one field.
 * @returns null when the medicine has been deleted meanwhile
 */
export async function updateMedicationRow(
  db: Database,
  id: string,
  change: ChangeOf<typeof medications>,
): Promise<MedicationRow | null> {
  const [row] = await db
    .update(medications)
    .set({
      ...change,
      ...(change.label !== undefined && { searchText: searchText(change.label) }),
      ...substanceText(change),
    })
    .where(and(eq(medications.id, id), notDeleted))
    .returning();
  return row ?? null;
}

/** Ends the wait for a checked price. @returns null when it does not await one */
export async function endReview(
  tx: Database,
  id: string,
  checkedById: string,
): Promise<MedicationRow | null> {
  const [row] = await tx
    .update(medications)
    .set({ awaitsReview: false, checkedById })
    .where(and(eq(medications.id, id), eq(medications.awaitsReview, true), notDeleted))
    .returning();
  return row ?? null;
}

/** Soft-deletes a medicine; the time of an earlier deletion does not change. */
export async function markMedicationDeleted(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(medications)
    .set({ deletedAt: now })
    .where(and(eq(medications.id, id), notDeleted));
}

/**
 * Finds medicines by id or by their stored search text, deleted ones included. Each list is one parameter, so that the statement is
 * prepared once; the "C" collation is that of the index.
 */
export function findNamedMedications(
  db: Database,
  ids: readonly string[],
  searchTexts: readonly string[],
): Promise<MedicationRow[]> {
  return named(db).medications.execute({ ids, searchTexts });
}

const named = preparedOnce((db) => ({
  medications: db
    .select()
    .from(medications)
    .where(
      or(
        sql`${medications.id} = any(${sql.placeholder('ids')}::uuid[])`,
        sql`${medications.searchText} collate "C" = any(${sql.placeholder('searchTexts')}::text[])`,
      ),
    )
    .prepare('medications_named'),
}));

interface CatalogueFilters {
  readonly q?: string | undefined;
  readonly createdBy?: string | undefined;
  /** Days in Benin time, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly reviewed?: boolean | undefined;
}

/** Finds one page of the catalogue with these filters, in French order, and the total. */
export function findFiltered(
  db: Database,
  { q, createdBy, from, to, reviewed }: CatalogueFilters,
  page: { page: number; limit: number },
): Promise<{ rows: readonly MedicationRow[]; total: number }> {
  const first = from && dateRange(from);
  const last = to && dateRange(to);
  const where = and(
    q ? withName(q) : undefined,
    createdBy === undefined ? undefined : eq(medications.createdById, createdBy),
    first ? gte(medications.createdAt, first.from) : undefined,
    last ? lt(medications.createdAt, last.to) : undefined,
    reviewed === undefined ? undefined : eq(medications.reviewed, reviewed),
  );
  return where === undefined
    ? findMedications(db, { orderableOnly: false, ...page })
    : findMatchingMedications(db, where, page);
}

/**
 * Matches search texts that contain every word. The trigram index finds the longest one, and the statement is the same for any number
 * of words. Search texts contain only letters, digits and spaces, so LIKE needs no escaping.
 */
function withName(q: string): SQL {
  const words = searchText(q).split(' ');
  const [longest = '', ...others] = words.sort((a, b) => b.length - a.length);
  // A query of punctuation only matches nothing.
  if (longest === '') return sql`false`;
  const parts = sql.param(others.map((word) => `%${word}%`));
  return sql`${medications.searchText} like ${`%${longest}%`} and ${medications.searchText} like all(${parts}::text[])`;
}

/** Finds the authors of medicines with their counts, by name. */
export function findCreators(db: Database) {
  // Medicines are counted before the join: the authors are few, the users many.
  const counted = db
    .select({ createdById: medications.createdById, n: count().as('n') })
    .from(medications)
    .where(visible(false))
    .groupBy(medications.createdById)
    .as('counted');
  return db
    .select({ _id: users.id, name: users.name, medications: counted.n })
    .from(counted)
    .innerJoin(users, eq(users.id, counted.createdById))
    .orderBy(sql`${users.name} collate "french"`, users.id);
}

const { id } = medicationChanges;
const versions = preparedOnce((db) =>
  db
    .select({ ids: sql<string>`coalesce(string_agg(${id}::text, ' ' order by ${id}), '')` })
    .from(medicationChanges)
    .prepare('catalogue_version'),
);

/** Finds the version of the catalogue, which differs after every change. */
export async function findCatalogueVersion(db: Database): Promise<string> {
  const [row] = await versions(db).execute();
  return row?.ids ?? '';
}
