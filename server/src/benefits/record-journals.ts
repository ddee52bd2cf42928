import { endingEntries, paymentEntries } from '@amasin/domain/benefits/journal.ts';
import type { Quote } from '@amasin/domain/orders/pricing.ts';
import type { Database } from '../database/database.ts';
import { findPrescribingPartner, insertJournals } from './queries.ts';

/** What a partner earned by one prescription. */
export interface EarnedShare {
  readonly partnerId: string;
  readonly prescriptionNumber: string;
  readonly amount: number;
}

/**
 * Writes the split of an order's commission, in the transaction that ends the order (RULES 5). The partner is whoever
 * wrote the prescription that the order used; answers their share, null where all of it is the platform's.
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

/** Writes the journal of a confirmed payment (RULES 5), in that payment's transaction. */
export async function recordPayment(
  tx: Database,
  { orderId, quote, at }: { orderId: string; quote: Quote; at: Date },
): Promise<void> {
  await insertJournals(tx, [{ kind: 'payment', orderId, at, entries: paymentEntries(quote) }]);
}
