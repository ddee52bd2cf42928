import { endingEntries, paymentEntries } from '@amasin/domain/benefits/journal.ts';
import type { Quote } from '@amasin/domain/orders/pricing.ts';
import type { Database } from '../database/database.ts';
import { findPrescribingPartner, insertJournals } from './queries.ts';

/** What a partner earned with one prescription, FCFA. */
export interface EarnedShare {
  readonly partnerId: string;
  readonly prescriptionNumber: string;
  readonly amount: number;
}

/**
 * Records the split of an order's commission, in the transaction that ends the order (RULES 5). The partner is the
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

/** Records a confirmed payment (RULES 5), in the transaction that settles it. */
export async function recordPayment(
  tx: Database,
  { orderId, quote, at }: { orderId: string; quote: Quote; at: Date },
): Promise<void> {
  await insertJournals(tx, [{ kind: 'payment', orderId, at, entries: paymentEntries(quote) }]);
}
