import type { Bearer } from '../claims/lifecycle.ts';
import type { Fcfa } from '../contract/money.ts';
import type { Quote } from '../orders/pricing.ts';
import type { PayeeType } from './payee.ts';

/**
 * The accounts of the ledger. Debits are positive, credits negative; the entries of a journal sum to 0.
 * - `customer`: money received from customers
 * - `insurer`: owed to us by insurers
 * - `pharmacy`, `courier`: owed by us for medicines and delivery; to nobody yet, then to the one who handed over or delivered
 * - `kept`: the part of delivery fees that the platform keeps
 * - `commission`: received, not split yet
 * - `platform`, `partner`: the shares of the commission, once the order has ended
 * - `corrected`: what a payee, or the platform, has no longer: medicines came back, or money was given back
 * - `bank`: money paid out, and what insurers pay in
 * - `returned`: a payout that did not arrive, owed again to the payee
 * - `refund`: owed by us to customers, until it is paid back
 */
export const accounts = [
  'customer',
  'insurer',
  'pharmacy',
  'courier',
  'kept',
  'commission',
  'platform',
  'partner',
  'corrected',
  'bank',
  'returned',
  'refund',
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

/** What the ledger says of one order is decided by these facts. */
export interface OrderFacts {
  /** As it was paid. */
  readonly quote: Quote;
  /** What was decided to be given back so far; all of it once the order is cancelled. */
  readonly givenBack: Quote;
  /** The pharmacy whose medicines a courier has taken; null before, and again once they are back. */
  readonly pharmacyId: string | null;
  /** Who delivered it, and the part of the fee that the platform keeps, FCFA; null before. */
  readonly delivery: { readonly courierId: string; readonly kept: Fcfa } | null;
  /** Who earns a share of the commission, if anybody does; null before the order has ended. */
  readonly ending: { readonly partnerId: string | null } | null;
}

/** Nothing was given back. */
export const NOTHING: Quote = { medicines: 0, deliveryFee: 0, commission: 0, reduction: 0, total: 0 };

/** What the journals of an order sum to, by account and beneficiary. It sums to 0 because the lines of a quote add up. */
export function owedFor({ quote, givenBack, pharmacyId, delivery, ending }: OrderFacts): Entry[] {
  const commission = quote.commission - givenBack.commission;
  const fee = quote.deliveryFee - givenBack.deliveryFee;
  const share = splitCommission(commission, ending?.partnerId != null);
  const shared = ending !== null;
  return withoutZeros([
    { account: 'customer', amount: quote.total },
    { account: 'refund', amount: 0 - givenBack.total },
    { account: 'insurer', amount: quote.reduction - givenBack.reduction },
    { account: 'pharmacy', amount: givenBack.medicines - quote.medicines, ...ownedBy(pharmacyId) },
    { account: 'courier', amount: (delivery?.kept ?? 0) - fee, ...ownedBy(delivery?.courierId ?? null) },
    { account: 'kept', amount: 0 - (delivery?.kept ?? 0) },
    { account: 'commission', amount: shared ? 0 : 0 - commission },
    { account: 'platform', amount: shared ? 0 - share.platform : 0 },
    { account: 'partner', amount: shared ? 0 - share.partner : 0, ...ownedBy(ending?.partnerId ?? null) },
  ]);
}

const ownedBy = (beneficiaryId: string | null) => (beneficiaryId === null ? {} : { beneficiaryId });

/**
 * The journal that brings an order from what was booked to what is owed now; empty when nothing changed. What a payee or the platform
 * no longer has is an entry of `corrected`, so that it is told apart from a payout.
 * @param booked the sums of all its journals so far; those of `corrected` count for the account of the same owner
 */
export function entriesTowards(owed: readonly Entry[], booked: readonly Entry[]): Entry[] {
  const changes = new Map<string, Entry>();
  const add = (entry: Entry, amount: Fcfa) => {
    const { account, beneficiaryId } = entry;
    const key = isOwned(entry) ? `owner ${beneficiaryId}` : account;
    const before = changes.get(key);
    const named = before === undefined || before.account === 'corrected' ? account : before.account;
    changes.set(key, { ...entry, account: named, amount: (before?.amount ?? 0) + amount });
  };
  for (const entry of owed) add(entry, entry.amount);
  for (const entry of booked) add(entry, -entry.amount);
  return withoutZeros(
    [...changes.values()].map((entry) =>
      isOwned(entry) && entry.amount > 0 ? { ...entry, account: 'corrected' } : entry,
    ),
  );
}

/** Whether somebody is paid from this account, the platform among them. */
const isOwned = ({ account, beneficiaryId }: Entry) =>
  beneficiaryId !== undefined || account === 'platform' || account === 'corrected';

/** The account on which each type of payee earns. */
const payeeAccounts: Readonly<Record<PayeeType, Account>> = {
  pharmacy: 'pharmacy',
  deliveryPerson: 'courier',
  partnerDoctor: 'partner',
};

export interface Payee {
  readonly id: string;
  readonly type: PayeeType;
}

/** The journal of a payout from the bank to a payee, or to the platform if it is null. */
export function payoutEntries(payee: Payee | null, amount: Fcfa): Entry[] {
  return [
    payee === null
      ? { account: 'platform', amount }
      : { account: payeeAccounts[payee.type], amount, beneficiaryId: payee.id },
    { account: 'bank', amount: -amount },
  ];
}

/**
 * The journal of a payout that the provider could not make: its amount is owed again, on an account of its own, so that the earnings
 * do not grow.
 */
export function returnEntries(beneficiaryId: string, amount: Fcfa): Entry[] {
  return [
    { account: 'bank', amount },
    { account: 'returned', amount: -amount, beneficiaryId },
  ];
}

/** The journal of a courier who came in vain and is paid for it, at the cost of the platform. */
export function returnFeeEntries(beneficiaryId: string, amount: Fcfa): Entry[] {
  return [
    { account: 'kept', amount },
    { account: 'courier', amount: -amount, beneficiaryId },
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

/** The journal of what an insurer pays of its claim. */
export function claimPaidEntries(amount: Fcfa): Entry[] {
  return [
    { account: 'bank', amount },
    { account: 'insurer', amount: -amount },
  ];
}

/**
 * The journal of what an insurer refuses (rule 60): the platform bears it, or the pharmacy whose order it is. What the customer is asked
 * for stays where it is: nothing was taken, so there is no journal.
 */
export function claimRefusedEntries(amount: Fcfa, bearer: Bearer, pharmacyId: string | null): Entry[] {
  if (bearer === 'customer') return [];
  return [
    { account: 'insurer', amount: -amount },
    bearer === 'pharmacy' && pharmacyId !== null
      ? { account: 'corrected', amount, beneficiaryId: pharmacyId }
      : { account: 'kept', amount },
  ];
}

/** The journal of a refused claim that is sent again: it takes back the one of its refusal. */
export function claimResentEntries(amount: Fcfa, bearer: Bearer, pharmacyId: string | null): Entry[] {
  return claimRefusedEntries(amount, bearer, pharmacyId).map((entry) => ({
    ...entry,
    amount: -entry.amount,
  }));
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

/** A beneficiary earned `total`, corrections taken off, and was paid `totalPaid`: sums over the ledger, never stored (rule 6). */
export interface Balance {
  readonly total: Fcfa;
  readonly totalPaid: Fcfa;
}

/** Returns what is still owed. No payout exceeds it; it is negative when money was given back after a payout. */
export function remainingOf({ total, totalPaid }: Balance): Fcfa {
  return total - totalPaid;
}

/** Returns what a payee can be paid: now when they are verified, held until then (rule 23). */
export function splitRemaining(balance: Balance, verified: boolean): { payable: Fcfa; held: Fcfa } {
  const remaining = Math.max(0, remainingOf(balance));
  return verified ? { payable: remaining, held: 0 } : { payable: 0, held: remaining };
}
