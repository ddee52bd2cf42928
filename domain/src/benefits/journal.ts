import type { Fcfa } from '../contract/money.ts';
import type { Quote } from '../orders/pricing.ts';

/**
 * The accounts of the ledger. Debits are positive, credits negative; the entries of a journal sum to 0.
 * - `customer`: money received from customers
 * - `insurer`: owed to us by insurers
 * - `pharmacy`, `courier`: owed by us for medicines and delivery
 * - `commission`: received, not split yet
 * - `platform`, `partner`: the shares of the commission, once the order has ended
 * - `bank`: money paid out
 * - `returned`: a payout that did not arrive, owed again to the partner
 * - `kept`: delivery fees that the platform keeps; what it bears itself is a debit
 * - `refund`: owed by us to customers, until it is paid back
 */
export const accounts = [
  'customer',
  'insurer',
  'pharmacy',
  'courier',
  'commission',
  'platform',
  'partner',
  'bank',
  'returned',
  'refund',
  'kept',
] as const;

export type Account = (typeof accounts)[number];

/** One line of a journal: whole FCFA, debit positive, credit negative, never 0. */
export interface Entry {
  readonly account: Account;
  readonly amount: Fcfa;
  readonly beneficiaryId?: string;
}

/** The journal of a confirmed payment (rule 5). It sums to 0 because the lines of a quote add up. */
export function paymentEntries(quote: Quote): Entry[] {
  return withoutZeros([
    { account: 'customer', amount: quote.total },
    { account: 'insurer', amount: quote.reduction },
    { account: 'pharmacy', amount: -quote.medicines },
    { account: 'courier', amount: -quote.deliveryFee },
    { account: 'commission', amount: -quote.commission },
  ]);
}

/** The journal of an ended order: splits its commission between the platform and the partner, if any. */
export function endingEntries(commission: Fcfa, partnerId: string | null): Entry[] {
  const share = splitCommission(commission, partnerId !== null);
  return withoutZeros([
    { account: 'commission', amount: commission },
    { account: 'platform', amount: -share.platform },
    { account: 'partner', amount: -share.partner, ...(partnerId !== null && { beneficiaryId: partnerId }) },
  ]);
}

/** The journal of a payout from the bank to a partner, or to the platform if `partnerId` is null. */
export function payoutEntries(partnerId: string | null, amount: Fcfa): Entry[] {
  return [
    partnerId === null
      ? { account: 'platform', amount }
      : { account: 'partner', amount, beneficiaryId: partnerId },
    { account: 'bank', amount: -amount },
  ];
}

/**
 * The journal of a payout that the provider could not make: its amount is owed again, on an account of its own, so that the earnings
 * do not grow.
 */
export function returnEntries(partnerId: string, amount: Fcfa): Entry[] {
  return [
    { account: 'bank', amount },
    { account: 'returned', amount: -amount, beneficiaryId: partnerId },
  ];
}

/** The journal of a paid order that is cancelled: what was owed for it is owed to the customer. */
export function cancellationEntries(quote: Quote): Entry[] {
  return withoutZeros([
    { account: 'refund', amount: -quote.total },
    { account: 'insurer', amount: -quote.reduction },
    { account: 'pharmacy', amount: quote.medicines },
    { account: 'courier', amount: quote.deliveryFee },
    { account: 'commission', amount: quote.commission },
  ]);
}

/** The journal of a way back that a courier is owed for, which the platform bears (rule 51). */
export function returnFeeEntries(courierId: string, amount: Fcfa): Entry[] {
  return [
    { account: 'kept', amount },
    { account: 'courier', amount: -amount, beneficiaryId: courierId },
  ];
}

/** The journal of received money that bought nothing and is to be paid back. */
export function putAsideEntries(amount: Fcfa): Entry[] {
  return [
    { account: 'customer', amount },
    { account: 'refund', amount: -amount },
  ];
}

/** The journal of money that the provider has paid back. */
export function refundEntries(amount: Fcfa): Entry[] {
  return [
    { account: 'refund', amount },
    { account: 'customer', amount: -amount },
  ];
}

function withoutZeros(entries: Entry[]): Entry[] {
  return entries.filter((entry) => entry.amount !== 0);
}

/** Share of the commission for the partner whose prescription the order used, percent (rule 4). */
const PARTNER_SHARE_PERCENT = 50;

/** Splits a commission: the partner's share is rounded down and the platform gets the rest. */
export function splitCommission(commission: Fcfa, hasPartner: boolean): { partner: Fcfa; platform: Fcfa } {
  const partner = hasPartner ? Math.floor((commission * PARTNER_SHARE_PERCENT) / 100) : 0;
  return { partner, platform: commission - partner };
}

/** A beneficiary earned `total` and was paid `totalPaid`: two sums over the ledger, never stored (rule 6). */
export interface Balance {
  readonly total: Fcfa;
  readonly totalPaid: Fcfa;
}

/** Returns what is still owed. It is never negative, because no payout exceeds it. */
export function remainingOf({ total, totalPaid }: Balance): Fcfa {
  return total - totalPaid;
}

/** Returns the unpaid share of a partner: payable when they are verified, held until then (rule 23). */
export function splitRemaining(balance: Balance, verified: boolean): { payable: Fcfa; held: Fcfa } {
  const remaining = remainingOf(balance);
  return verified ? { payable: remaining, held: 0 } : { payable: 0, held: remaining };
}
