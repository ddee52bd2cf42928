import { searchText } from '@amasin/domain/medications/search-text.ts';
import { MAX_STOCK_KEYS } from '@amasin/domain/stock/stock.ts';
import { and, asc, count, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { medications } from '../database/schema/medications.ts';
import {
  type StockKeyRow,
  type StockListRow,
  type StockRow,
  stock,
  stockKeys,
  stockLists,
} from '../database/schema/stock.ts';
import { users } from '../database/schema/users.ts';
import { frenchOrder } from '../medications/queries.ts';
import { lockPresent } from '../people/queries.ts';

/** A medicine of the catalogue, as a list says it. */
export type NewStock = Pick<StockRow, 'medicationId' | 'price' | 'there'>;

/** Replaces the whole list of a pharmacy: two at once wait for each other by the row of the list, and one of them remains. */
export async function replaceStockOf(
  tx: Database,
  list: StockListRow,
  rows: readonly NewStock[],
): Promise<void> {
  await tx.insert(stockLists).values(list).onConflictDoUpdate({ target: stockLists.pharmacyId, set: list });
  await tx.delete(stock).where(eq(stock.pharmacyId, list.pharmacyId));
  await tx.execute(sql`
    insert into stock (pharmacy_id, medication_id, there, price_fcfa, seen_at)
    select ${list.pharmacyId}::uuid, one.id, one.there, one.price, ${list.seenAt.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(rows.map(({ medicationId: id, ...row }) => ({ id, ...row })))}::json)
      as one(id uuid, there boolean, price integer)`);
}

export async function findStockList(db: Database, pharmacyId: string): Promise<StockListRow | null> {
  const [row] = await db.select().from(stockLists).where(eq(stockLists.pharmacyId, pharmacyId));
  return row ?? null;
}

/** Counts what a pharmacy's list says is there, and is not. */
export async function countStock(db: Database, pharmacyId: string) {
  const [row] = await db
    .select({
      there: sql<number>`(count(*) filter (where ${stock.there}))::int`,
      missing: sql<number>`(count(*) filter (where not ${stock.there}))::int`,
    })
    .from(stock)
    .where(eq(stock.pharmacyId, pharmacyId));
  return row ?? { there: 0, missing: 0 };
}

const lineColumns = {
  medicationId: stock.medicationId,
  label: medications.label,
  form: medications.form,
  there: stock.there,
  price: stock.price,
  seenAt: stock.seenAt,
};

export type StockLineRow = Omit<StockRow, 'pharmacyId'> &
  Pick<typeof medications.$inferSelect, 'label' | 'form'>;

/** One page of a pharmacy's own list, in French order. Search texts contain only letters, digits and spaces, so LIKE needs no escaping. */
export async function findStockLines(
  db: Database,
  pharmacyId: string,
  { q, page, limit }: { q: string | undefined; page: number; limit: number },
): Promise<{ rows: StockLineRow[]; total: number }> {
  const words = searchText(q ?? '').split(' ');
  const named = sql`${medications.searchText} like all(${sql.param(words.map((word) => `%${word}%`))}::text[])`;
  const where = and(eq(stock.pharmacyId, pharmacyId), q ? named : undefined);
  const [rows, all] = await Promise.all([
    db
      .select(lineColumns)
      .from(stock)
      .innerJoin(medications, eq(medications.id, stock.medicationId))
      .where(where)
      .orderBy(...frenchOrder(medications))
      .limit(limit)
      .offset((page - 1) * limit),
    db
      .select({ n: count() })
      .from(stock)
      .innerJoin(medications, eq(medications.id, stock.medicationId))
      .where(where),
  ]);
  return { rows, total: all[0]?.n ?? 0 };
}

const ofPharmacy = (pharmacyId: string, medicationId: string) =>
  and(eq(stock.pharmacyId, pharmacyId), eq(stock.medicationId, medicationId));

/** @returns null when the pharmacy's list has no such medicine */
export async function findStockLine(
  db: Database,
  pharmacyId: string,
  medicationId: string,
): Promise<StockLineRow | null> {
  const [row] = await db
    .select(lineColumns)
    .from(stock)
    .innerJoin(medications, eq(medications.id, stock.medicationId))
    .where(ofPharmacy(pharmacyId, medicationId));
  return row ?? null;
}

/** @returns false when the list has been replaced by one without it */
export async function setThere(
  db: Database,
  { pharmacyId, medicationId, there, seenAt }: Omit<StockRow, 'price'>,
): Promise<boolean> {
  const set = await db
    .update(stock)
    .set({ there, seenAt })
    .where(ofPharmacy(pharmacyId, medicationId))
    .returning({ id: stock.medicationId });
  return set.length > 0;
}

/** What the believed lists of these pharmacies say of medicines; nothing of those that they do not name. */
export function findBelieved(
  db: Database,
  pharmacyIds: readonly string[],
  medicationIds: readonly string[],
  since: Date,
): Promise<StockRow[]> {
  return db
    .select()
    .from(stock)
    .where(
      sql`${stock.pharmacyId} = any(${sql.param(pharmacyIds)}::uuid[]) and ${stock.medicationId} = any(${sql.param(medicationIds)}::uuid[])
        and ${stock.seenAt} > ${since.toISOString()}::timestamptz`,
    );
}

/** Whether the believed list of a pharmacy has all these medicines. */
export const hasAll = (pharmacyId: SQL, medicationIds: readonly string[], since: Date): SQL => sql`
  (select count(*) from stock where stock.pharmacy_id = ${pharmacyId} and stock.there
    and stock.medication_id = any(${sql.param(medicationIds)}::uuid[])
    and stock.seen_at > ${since.toISOString()}::timestamptz) = ${medicationIds.length}::int`;

/** The keys of a pharmacy, the oldest first. */
export function findStockKeys(db: Database, pharmacyId: string): Promise<StockKeyRow[]> {
  return db
    .select()
    .from(stockKeys)
    .where(eq(stockKeys.pharmacyId, pharmacyId))
    .orderBy(asc(stockKeys.createdAt), asc(stockKeys.id));
}

/**
 * Inserts a key unless the pharmacy has the maximum; its row is locked, so that two at once are counted one after the other.
 * @returns null when it has the maximum
 */
export async function insertStockKey(
  tx: Database,
  row: Omit<StockKeyRow, 'id' | 'lastUsedAt'>,
): Promise<StockKeyRow | null> {
  await lockPresent(tx, row.pharmacyId);
  const [existing] = await tx
    .select({ n: count() })
    .from(stockKeys)
    .where(eq(stockKeys.pharmacyId, row.pharmacyId));
  if ((existing?.n ?? 0) >= MAX_STOCK_KEYS) return null;
  const [key] = await tx.insert(stockKeys).values(row).returning();
  return key ?? null;
}

/** @returns false when it does not exist or belongs to another pharmacy */
export async function deleteStockKey(tx: Database, pharmacyId: string, id: string): Promise<boolean> {
  const removed = await tx
    .delete(stockKeys)
    .where(and(eq(stockKeys.id, id), eq(stockKeys.pharmacyId, pharmacyId)))
    .returning({ id: stockKeys.id });
  return removed.length > 0;
}

/** A key that was found, and whose it is. */
export interface AdmittedKey {
  readonly pharmacyId: string;
  readonly keyHash: string;
}

/** Notes the use of a key of an active pharmacy. @returns the pharmacy; null for any other key */
export async function useStockKey(db: Database, keyHash: string, now: Date): Promise<string | null> {
  const [row] = await db
    .update(stockKeys)
    .set({ lastUsedAt: now })
    .from(users)
    .where(
      and(
        eq(stockKeys.keyHash, keyHash),
        eq(users.id, stockKeys.pharmacyId),
        eq(users.active, true),
        eq(users.type, 'pharmacy'),
      ),
    )
    .returning({ pharmacyId: stockKeys.pharmacyId });
  return row?.pharmacyId ?? null;
}

/** Deletes all that a pharmacy said, and its keys. */
export async function deleteStockOf(tx: Database, pharmacyId: string): Promise<void> {
  await tx.delete(stockKeys).where(eq(stockKeys.pharmacyId, pharmacyId));
  await tx.delete(stock).where(eq(stock.pharmacyId, pharmacyId));
  await tx.delete(stockLists).where(eq(stockLists.pharmacyId, pharmacyId));
}
