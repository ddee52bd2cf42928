import {
  type Entry,
  entriesTowards,
  type OrderFacts,
  owedFor,
  paymentEntries,
  returnEntries,
  returnFeeEntries,
} from '@amasin/domain/benefits/journal.ts';
import { sumOf } from '@amasin/domain/orders/give-back.ts';
import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import { type Quote, quoteOf } from '@amasin/domain/orders/pricing.ts';
import type { SQL } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import type { OrderJournalKind } from '../database/schema/payouts.ts';
import { insertAll } from '../database/sql.ts';
import { insertJournals, journalInserts } from '../payments/journal-queries.ts';
import { findRefundLines } from '../payments/refund-queries.ts';
import { lockPayees, lockPlatform } from './payout-queries.ts';
import { findBooked, findPrescribingPartner } from './queries.ts';

/** A partner's share of the commission of one prescription, FCFA. */
export interface EarnedShare {
  readonly partnerId: string;
  readonly prescriptionNumber: string;
  readonly amount: number;
}

interface OrderEvent {
  readonly orderId: string;
  readonly kind: Exclude<OrderJournalKind, 'payment' | 'return-fee'>;
  /** The refund that gives money back. */
  readonly refundId?: string;
  /** The part of the delivery fee that the platform keeps, percent. */
  readonly keptPercent?: number;
  /** The state that it had then, where a history is written afterwards. */
  readonly state?: OrderState;
  readonly at: Date;
}

/**
 * Books what an event of a paid order changes: the difference between what is owed for it now and what was booked before (rule 57).
 * Called with the order locked, after its row has changed.
 * @returns what was booked; empty when nothing changed
 */
export async function bookOrder(
  tx: Database,
  { orderId, kind, refundId, keptPercent = 0, state, at }: OrderEvent,
): Promise<Entry[]> {
  const { order, booked } = await findBooked(tx, orderId);
  const then = { ...order, state: state ?? order.state };
  const entries = entriesTowards(owedFor(await factsOf(tx, then, booked, keptPercent)), booked);
  const corrected = entries.filter(({ account }) => account === 'corrected');
  // A payout that is being decided sums before or after this, never in between.
  await lockPayees(
    tx,
    corrected.flatMap(({ beneficiaryId }) => beneficiaryId ?? []),
  );
  if (corrected.some(({ beneficiaryId }) => beneficiaryId === undefined)) await lockPlatform(tx);
  if (entries.length > 0 || kind === 'ending')
    await insertJournals(tx, [{ kind, orderId, refundId, at, entries }]);
  return entries;
}

async function factsOf(
  tx: Database,
  order: OrderRow,
  booked: readonly Entry[],
  keptPercent: number,
): Promise<OrderFacts> {
  const { state } = order;
  const quote = quoteOf(order);
  const givenBack = sumOf(await findRefundLines(tx, order.id));
  const onTheWay = state !== 'pending' || order.heldById !== null;
  const delivered = state === 'delivered' || state === 'ended';
  const wasDelivered = booked.some(({ account, beneficiaryId }) => account === 'courier' && beneficiaryId);
  // The percent of that day is kept: a later correction does not split the fee anew.
  const kept = wasDelivered
    ? 0 - (booked.find(({ account }) => account === 'kept')?.amount ?? 0)
    : Math.floor((order.deliveryFee * keptPercent) / 100);
  const { deliveryPersonId: courierId } = order;
  return {
    quote,
    givenBack: state === 'cancelled' ? quote : { ...givenBack, deliveryFee: 0 },
    pharmacyId: onTheWay && state !== 'cancelled' ? order.pharmacyId : null,
    delivery: delivered && courierId !== null ? { courierId, kept } : null,
    ending: state === 'ended' ? { partnerId: await partnerOf(tx, order.id, booked) } : null,
  };
}

/** The partner whose share was booked stays the one who is corrected, even if the account was removed since. */
async function partnerOf(tx: Database, orderId: string, booked: readonly Entry[]): Promise<string | null> {
  const isShared = booked.some(({ account }) => account === 'platform');
  if (!isShared) return (await findPrescribingPartner(tx, orderId))?.id ?? null;
  return booked.find(({ account }) => account === 'partner')?.beneficiaryId ?? null;
}

/**
 * Records the split of an order's commission, in the transaction that ends the order (rule 5). The partner is the
 * author of the order's prescription.
 * @returns the partner's share; null when the platform earns all of it
 */
export async function recordEnding(
  tx: Database,
  { orderId, at }: { orderId: string; at: Date },
): Promise<EarnedShare | null> {
  const entries = await bookOrder(tx, { orderId, kind: 'ending', at });
  const share = entries.find(({ account }) => account === 'partner');
  const partner = share === undefined ? null : await findPrescribingPartner(tx, orderId);
  if (partner === null || share === undefined) return null;
  return { partnerId: partner.id, prescriptionNumber: partner.prescriptionNumber, amount: -share.amount };
}

/**
 * Records what lines of an order are given back, in the transaction that decides it.
 * @returns by how much it corrects the share of a partner; null when it corrects none
 */
export async function recordGivingBack(
  tx: Database,
  { orderId, refundId, at }: { orderId: string; refundId: string; at: Date },
): Promise<EarnedShare | null> {
  const entries = await bookOrder(tx, { orderId, kind: 'giving-back', refundId, at });
  const partner = await findPrescribingPartner(tx, orderId);
  const corrected = entries.find(
    ({ account, beneficiaryId }) => account === 'corrected' && beneficiaryId === partner?.id,
  );
  if (partner === null || corrected === undefined) return null;
  return {
    partnerId: partner.id,
    prescriptionNumber: partner.prescriptionNumber,
    amount: corrected.amount,
  };
}

/** Records what a courier is paid who came in vain, in the transaction that brings the order back or cancels it (rule 51). */
export async function recordReturnFee(
  tx: Database,
  { orderId, courierId, amount, at }: { orderId: string; courierId: string; amount: number; at: Date },
): Promise<void> {
  if (amount === 0) return;
  await insertJournals(tx, [
    { kind: 'return-fee', orderId, at, entries: returnFeeEntries(courierId, amount) },
  ]);
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

/** Records that a payout did not arrive: its amount is owed again. @returns the id of the journal */
export async function recordReturn(
  tx: Database,
  { payeeId, amount, at }: { payeeId: string; amount: number; at: Date },
): Promise<string> {
  const [id] = await insertJournals(tx, [
    { kind: 'payout-return', at, entries: returnEntries(payeeId, amount) },
  ]);
  if (id === undefined) throw new Error('the journal was not inserted');
  return id;
}
