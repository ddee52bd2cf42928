import { searchText } from '@amasin/domain/medications/search-text.ts';
import { and, count, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type MedicationRow, medications } from '../database/schema/medications.ts';
import { users } from '../database/schema/users.ts';

const notDeleted = isNull(medications.deletedAt);
export const frenchOrder = [
  sql`${medications.label} collate "french"`,
  medications.form,
  medications.id,
] as const;

/** A medicine with its author's name. */
export interface MedicationWithAuthor {
  readonly medication: MedicationRow;
  readonly author: string | null;
}

/**
 * The medicines that a user may find. Customers: only reviewed ones with a price, since no others can be
 * ordered (RULES 20).
 */
export function visible(orderableOnly: boolean): SQL | undefined {
  return orderableOnly
    ? and(notDeleted, eq(medications.reviewed, true), gt(medications.price, 0))
    : notDeleted;
}

export function selectMedications(db: Database) {
  return db
    .select({ medication: medications, author: users.name })
    .from(medications)
    .leftJoin(users, eq(users.id, medications.createdById));
}

/** One page of the visible medicines that match `more`, in French order, and the total. */
export async function findMedications(
  db: Database,
  { orderableOnly, page, limit }: { orderableOnly: boolean; page: number; limit: number },
  more?: SQL,
): Promise<{ rows: MedicationWithAuthor[]; total: number }> {
  const where = and(visible(orderableOnly), more);
  const [rows, all] = await Promise.all([
    selectMedications(db)
      .where(where)
      .orderBy(...frenchOrder)
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ n: count() }).from(medications).where(where),
  ]);
  return { rows, total: all[0]?.n ?? 0 };
}

/** A medicine, even if deleted. */
export async function findMedication(db: Database, id: string): Promise<MedicationRow | null> {
  const [row] = await db.select().from(medications).where(eq(medications.id, id));
  return row ?? null;
}

export async function findAuthorName(db: Database, row: MedicationRow): Promise<string | null> {
  if (row.createdById === null) return null;
  const [author] = await db.select({ name: users.name }).from(users).where(eq(users.id, row.createdById));
  return author?.name ?? null;
}

/** @throws a duplicate of `medications_label_form_unique` when it exists */
export async function insertMedication(
  db: Database,
  row: Omit<typeof medications.$inferInsert, 'searchText'>,
): Promise<MedicationRow> {
  const [inserted] = await db
    .insert(medications)
    .values({ ...row, searchText: searchText(row.label) })
    .returning();
  if (inserted === undefined) throw new Error('the medicine was not inserted');
  return inserted;
}

interface MedicationChange {
  readonly label?: string | undefined;
  readonly form?: MedicationRow['form'] | undefined;
  readonly price?: number | undefined;
  readonly requiresPrescription?: boolean | undefined;
  readonly reviewed?: boolean | undefined;
}

/**
 * Changes at least one field.
 * @returns null when the medicine has been deleted meanwhile
 */
export async function updateMedicationRow(
  db: Database,
  id: string,
  change: MedicationChange,
): Promise<MedicationRow | null> {
  const [row] = await db
    .update(medications)
    .set({ ...change, ...(change.label !== undefined && { searchText: searchText(change.label) }) })
    .where(and(eq(medications.id, id), notDeleted))
    .returning();
  return row ?? null;
}

/** Does not change the time of an earlier deletion. */
export async function markMedicationDeleted(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(medications)
    .set({ deletedAt: now })
    .where(and(eq(medications.id, id), notDeleted));
}

/** Medicines by id or by their stored search text, deleted ones included. */
export function findNamedMedications(
  db: Database,
  ids: readonly string[],
  searchTexts: readonly string[],
): Promise<MedicationRow[]> {
  return db
    .select()
    .from(medications)
    .where(or(inArray(medications.id, [...ids]), inArray(medications.searchText, [...searchTexts])));
}
