import type { Payment } from '@amasin/domain/payments/payment.ts';
import { ApiError, messageOf } from '../lib/api-error.ts';
import { readPayment } from './api.ts';

/** First polling interval, ms; each is 1.5 times the previous one. */
const FIRST_PAUSE_MS = 3_000;
const LONGEST_PAUSE_MS = 15_000;
/** Polling stops after this time, ms. */
const TIMEOUT_MS = 120_000;

/** `unknown`: the user has no such payment. `aside`: a payment that a supervisor must review (rule 15). */
export type Verdict =
  | { is: 'paid'; orderId: string }
  /** `failure`: why the server could not be asked, for the customer: the operator may have answered. */
  | { is: 'pending'; failure?: string }
  | { is: 'failed' }
  | { is: 'aside'; payment: Payment }
  | { is: 'refunded' }
  | { is: 'unknown' };

/** A settled payment without an order. */
export type Problem = Exclude<Verdict, { is: 'paid' | 'pending' }>;

export type Poll = (transactionId: string, signal: AbortSignal) => Promise<Verdict>;

/** Loads the payment once. A failed request leaves it pending. */
export async function pollOnce(transactionId: string, signal?: AbortSignal): Promise<Verdict> {
  try {
    return judge(await readPayment(transactionId, signal));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { is: 'unknown' };
    return { is: 'pending', failure: messageOf(error) };
  }
}

/** Polls at growing intervals until the payment is settled, for about two minutes. */
export async function pollPayment(transactionId: string, signal: AbortSignal): Promise<Verdict> {
  let waited = 0;
  let pause = FIRST_PAUSE_MS;
  for (;;) {
    const verdict = await pollOnce(transactionId, signal);
    if (verdict.is !== 'pending' || waited >= TIMEOUT_MS || signal.aborted) return verdict;
    await sleep(pause);
    if (signal.aborted) return verdict;
    waited += pause;
    pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS);
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function judge(payment: Payment): Verdict {
  const { status, orderId } = payment;
  switch (status) {
    case 'paid':
      return orderId === null ? { is: 'pending' } : { is: 'paid', orderId };
    case 'pending':
    case 'refunded':
      return { is: status };
    case 'review':
      return { is: 'aside', payment };
    case 'failed':
    case 'cancelled':
    case 'expired':
      return { is: 'failed' };
  }
}

export const NO_ANSWER = 'Votre opérateur n’a pas encore répondu.';

/** Messages for a payment without an order; one under review has a card. */
export const problems: Readonly<Record<Exclude<Problem['is'], 'aside'>, string>> = {
  failed: 'Le paiement n’a pas abouti. Votre commande est gardée : vous pouvez payer à nouveau.',
  refunded: 'Ce paiement vous a été remboursé. Votre commande est gardée : vous pouvez payer à nouveau.',
  unknown: 'Nous ne retrouvons pas ce paiement. Votre commande est gardée : vous pouvez payer à nouveau.',
};
