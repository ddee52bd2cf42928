import { operators } from '@amasin/domain/payments/operators.ts';
import { noPayments } from '../payments/confirm.ts';
import type { PaymentProvider, PayoutStatus } from '../ports/payment-provider.ts';

/** What the provider says about every payout from now on; `silent`: nothing. */
export const payoutAnswers = ['done', 'pending', 'failed', 'silent'] as const;
export type PayoutAnswer = (typeof payoutAnswers)[number];

const MAX_A_DAY = 3;

/** A provider of payouts that answers as it is told to. */
export function payoutProvider(): { provider: PaymentProvider; state: { answer: PayoutAnswer } } {
  const state: { answer: PayoutAnswer } = { answer: 'done' };
  const send = async (): Promise<PayoutStatus> => {
    const { answer } = state;
    if (answer === 'silent') throw new Error('no response of the provider');
    return { state: answer, reason: answer === 'failed' ? 'Compte inconnu' : null };
  };
  const prepare = async ({ payoutId }: { payoutId: string }) => `P-${payoutId}`;
  const find = async () => null;
  const payouts = { operators, maxAmount: 1_000_000, maxADay: MAX_A_DAY, find, prepare, send };
  return { provider: { ...noPayments, name: 'fake', payouts }, state };
}

export interface ExpectedPayout {
  readonly partner: number;
  readonly amount: number;
  /** Null: noted as made by hand, in place of a failed one. */
  readonly phone: string | null;
  state: 'asked' | 'sent' | 'done' | 'failed';
  isPrepared: boolean;
  isReplaced: boolean;
}

export interface ExpectedBalance {
  total: number;
  paid: number;
  verified: boolean;
  /** Where this partner is paid. */
  phone: string | null;
}

export const pending = (count: ExpectedBalance | undefined) =>
  count?.verified ? count.total - count.paid : 0;

/** Books a payout to a partner; by hand there is no row of it. */
export function book(all: ExpectedPayout[], count: ExpectedBalance, partner: number, amount: number): void {
  count.paid += amount;
  if (count.phone === null) return;
  const { phone } = count;
  all.push({ partner, amount, phone, state: 'asked', isPrepared: false, isReplaced: false });
}

/** The repeated job, for the payouts in the order of their decision. */
export function sendAll(all: ExpectedPayout[], counts: ExpectedBalance[], answer: PayoutAnswer): void {
  for (const payout of all) {
    if (payout.state !== 'asked' && payout.state !== 'sent') continue;
    const prepared = all.filter(
      ({ phone, isPrepared, state }) => phone === payout.phone && isPrepared && state !== 'failed',
    );
    if (!payout.isPrepared && prepared.length >= MAX_A_DAY) continue;
    payout.isPrepared = true;
    if (answer === 'silent') continue;
    payout.state = answer === 'pending' ? 'sent' : answer;
    const count = counts[payout.partner];
    if (answer === 'failed' && count) count.paid -= payout.amount;
  }
}

/** POST retry, or by-hand of a payout. @returns the status; the replacement is in `all` */
export function replace(
  all: ExpectedPayout[],
  counts: ExpectedBalance[],
  payout: ExpectedPayout,
  byHand: boolean,
): number {
  if (payout.isReplaced) return 204;
  const count = counts[payout.partner];
  const { partner, amount } = payout;
  if (payout.state !== 'failed' || count === undefined || amount > pending(count)) return 409;
  if (byHand) {
    count.paid += amount;
    all.push({ partner, amount, phone: null, state: 'done', isPrepared: false, isReplaced: false });
  } else {
    if (count.phone === null) return 409;
    book(all, count, partner, amount);
  }
  payout.isReplaced = true;
  return 204;
}
