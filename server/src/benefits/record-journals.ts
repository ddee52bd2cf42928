import {
  cancellationEntries,
  endingEntries,
  paymentEntries,
  returnEntries,
  returnFeeEntries,
} from '@amasin/domain/benefits/journal.ts';
import type { Quote } from '@amasin/domain/orders/pricing.ts';
import type { SQL } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { insertAll } from '../database/sql.ts';
import { insertJournals, journalInserts } from '../payments/journal-queries.ts';
import { findPrescribingPartner } from './queries.ts';

/** A partner's share of the commission of one prescription, FCFA. */
export interface EarnedShare {
  readonly partnerId: string;
  readonly prescriptionNumber: string;
  readonly amount: number;
}

/**
 * Records the split of an order's commission, in the transaction that ends the order (rule 5). The partner is the
 * author of the order's prescription.
 * @returns the partner's share; null when the platform earns all of it
 */
export async function recordEnding(
  tx: Database,
  { orderId, commission, at }: { orderId: string; commission: number; at: Date },
): Promise<EarnedShare | null> {
  const partner = await findPrescribingPartner(tx, orderId);
  const entries = endingEntries(commission, partner?.id ?? null);
  await insertJournals(tx, [{ kind: 'ending', orderId, at, entries }]);
  const share = entries.find(({ account }) => account === 'partner');
  if (partner === null || share === undefined) return null;
  return { partnerId: partner.id, prescriptionNumber: partner.prescriptionNumber, amount: -share.amount };
}

interface PaidQuote {
  readonly orderId: string;
  readonly quote: Quote;
  readonly at: Date;
}

/** Records a confirmed payment (rule 5), in the transaction that settles it. */
export const recordPayment = (tx: Database, paid: PaidQuote): Promise<void> =>
  insertAll(tx, ...paymentInserts(paid));

/** Makes the inserts of `recordPayment`, for a statement that inserts more. */
export function paymentInserts({ orderId, quote, at }: PaidQuote): SQL[] {
  return journalInserts([{ kind: 'payment', orderId, at, entries: paymentEntries(quote) }]).inserts;
}

/** Records that a paid order is cancelled and its money owed to the customer, in the transaction that cancels it. */
export async function recordCancellation(
  tx: Database,
  { orderId, refundId, quote, at }: { orderId: string; refundId: string; quote: Quote; at: Date },
): Promise<void> {
  const entries = cancellationEntries(quote);
  await insertJournals(tx, [{ kind: 'cancellation', orderId, refundId, at, entries }]);
}

/** Records what a courier is owed for the way back with an order that could not be handed over (rule 51). */
export async function recordReturnFee(
  tx: Database,
  { orderId, courierId, amount, at }: { orderId: string; courierId: string; amount: number; at: Date },
): Promise<void> {
  const entries = returnFeeEntries(courierId, amount);
  await insertJournals(tx, [{ kind: 'return-fee', orderId, at, entries }]);
}

/** Records that a payout did not arrive: its amount is owed again. @returns the id of the journal */
export async function recordReturn(
  tx: Database,
  { partnerId, amount, at }: { partnerId: string; amount: number; at: Date },
): Promise<string> {
  const [id] = await insertJournals(tx, [
    { kind: 'payout-return', at, entries: returnEntries(partnerId, amount) },
  ]);
  if (id === undefined) throw new Error('the journal was not inserted');
  return id;
}
