import { endingEntries } from '@amasin/domain/benefits/journal.ts';
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
