import type { Database } from '../database/database.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { markExcluded } from '../insurance/insurers.ts';
import { checkedCardOf } from './card-check.ts';
import type { OrderView } from './queries.ts';

/** Keeps the medicines that the insurer of the order covers as it covers the line: what it pays must not change. */
export async function withSameCover(
  db: Database,
  order: OrderRow,
  { excluded }: Pick<OrderView['items'][number], 'excluded'>,
  rows: readonly MedicationRow[],
): Promise<MedicationRow[]> {
  const items = rows.map((row) => ({ medicationId: row.id }));
  const marked = await markExcluded(db, checkedCardOf(order), items);
  return rows.filter((_, index) => (marked[index]?.excluded ?? false) === excluded);
}
