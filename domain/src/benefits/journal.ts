import type { Fcfa } from '../contract/money.ts';
import type { Quote } from '../orders/pricing.ts';
import { splitCommission } from './commission.ts';

/**
 * The accounts of the ledger. Debits are positive, credits negative; the entries of a journal sum to 0.
 * `customer` money that came in · `insurer` owed to us by the insurer · `pharmacy`, `courier` owed by us for medicines and
 * delivery · `commission` received and not split yet · `platform`, `partner` its split once the order has ended · `bank`
 * money paid out.
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
] as const;

export type Account = (typeof accounts)[number];

/** One line of a journal: whole FCFA, debit positive, credit negative, never 0. */
export interface Entry {
  readonly account: Account;
  readonly amount: Fcfa;
  readonly beneficiaryId?: string;
}

/** The journal of a confirmed payment (RULES 5). Sums to 0 because the lines of a quote add up. */
export function paymentEntries(quote: Quote): Entry[] {
  return withoutZeros([
    { account: 'customer', amount: quote.total },
    { account: 'insurer', amount: quote.reduction },
    { account: 'pharmacy', amount: -quote.medicines },
    { account: 'courier', amount: -quote.deliveryFee },
    { account: 'commission', amount: -quote.commission },
  ]);
}

/** The journal of an ended order: its commission split between the platform and, where there is one, the partner. */
export function endingEntries(commission: Fcfa, partnerId: string | null): Entry[] {
  const share = splitCommission(commission, partnerId !== null);
  return withoutZeros([
    { account: 'commission', amount: commission },
    { account: 'platform', amount: -share.platform },
    { account: 'partner', amount: -share.partner, ...(partnerId !== null && { beneficiaryId: partnerId }) },
  ]);
}

/** The journal of a payout: what was owed to a partner (null: the platform itself) leaves the bank. */
export function payoutEntries(partnerId: string | null, amount: Fcfa): Entry[] {
  return [
    partnerId === null
      ? { account: 'platform', amount }
      : { account: 'partner', amount, beneficiaryId: partnerId },
    { account: 'bank', amount: -amount },
  ];
}

function withoutZeros(entries: Entry[]): Entry[] {
  return entries.filter((entry) => entry.amount !== 0);
}
