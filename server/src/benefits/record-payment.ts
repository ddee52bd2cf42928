import { paymentEntries } from '@amasin/domain/benefits/journal.ts';
import type { Quote } from '@amasin/domain/orders/pricing.ts';
import type { Database } from '../database/database.ts';
import { insertJournals } from './queries.ts';

/** Writes the journal of a confirmed payment (RULES 5), in that payment's transaction. */
export async function recordPayment(
  tx: Database,
  { orderId, quote, at }: { orderId: string; quote: Quote; at: Date },
): Promise<void> {
  await insertJournals(tx, [{ kind: 'payment', orderId, at, entries: paymentEntries(quote) }]);
}
