import type { Database } from '../database/database.ts';
import { type StockKeyRow, type StockRow, stock, stockKeys, stockLists } from '../database/schema/stock.ts';
import { newToken, tokenHash } from '../session/tokens.ts';
import { buildMedication } from './catalogue.ts';

const seenAt = new Date('2026-11-20T08:00:00Z');

/** What a pharmacy's list says of a medicine: by default that a new one is there, at the price of the catalogue. */
export async function buildStock(
  db: Database,
  given: Pick<StockRow, 'pharmacyId'> & Partial<StockRow>,
): Promise<StockRow> {
  const medicationId = given.medicationId ?? (await buildMedication(db)).id;
  const list = { pharmacyId: given.pharmacyId, seenAt: given.seenAt ?? seenAt };
  await db
    .insert(stockLists)
    .values({ ...list, read: 2, unknown: 1, refused: 0, unknownNames: ['Inconnu'] })
    .onConflictDoNothing();
  const [row] = await db
    .insert(stock)
    .values({ there: true, price: 1000, ...list, ...given, medicationId })
    .returning();
  if (row === undefined) throw new Error('the stock was not inserted');
  return row;
}

/** A key of a pharmacy, with its secret. */
export async function buildStockKey(
  db: Database,
  given: Pick<StockKeyRow, 'pharmacyId'> & Partial<StockKeyRow>,
): Promise<StockKeyRow & { secret: string }> {
  const secret = newToken();
  const [row] = await db
    .insert(stockKeys)
    .values({ name: 'Caisse', keyHash: tokenHash(secret), createdAt: seenAt, ...given })
    .returning();
  if (row === undefined) throw new Error('the key was not inserted');
  return { ...row, secret };
}
