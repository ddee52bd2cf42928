import { endingEntries } from '@amasin/domain/benefits/journal.ts';
import type { Database } from '../database/database.ts';
import { insertJournal } from './queries.ts';

/**
 * Writes the split of an order's commission, in the transaction that ends the order (RULES 5). An order without
 * prescription has no partner: all of it is the platform's.
 */
export async function recordEnding(
  tx: Database,
  { orderId, commission, at }: { orderId: string; commission: number; at: Date },
): Promise<void> {
  await insertJournal(tx, { kind: 'ending', orderId, at, entries: endingEntries(commission, null) });
}
