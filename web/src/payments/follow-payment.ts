import type { Payment } from '@amasin/domain/payments/payment.ts';
import { ApiError } from '../lib/api/api-error.ts';
import { readPayment } from './api.ts';

/** The first pause between two questions, ms; each is half as long again as the one before. */
const FIRST_PAUSE_MS = 3_000;
const LONGEST_PAUSE_MS = 15_000;
/** After so long the person is told that it goes on without them, ms. */
const PATIENCE_MS = 120_000;

/** `unknown`: there is no such payment of this person. `aside`: money that people have to look at (RULES 15). */
export type Verdict =
  | { is: 'paid'; orderId: string }
  | { is: 'pending' }
  | { is: 'failed' }
  | { is: 'aside' }
  | { is: 'unknown' };

/** Asks once. A line that is down says nothing about the payment: still pending. */
export async function askPayment(transactionId: string, signal?: AbortSignal): Promise<Verdict> {
  try {
    return judge(await readPayment(transactionId, signal));
  } catch (error) {
    if (signal?.aborted) throw error;
    if (error instanceof ApiError && error.status === 404) return { is: 'unknown' };
    return { is: 'pending' };
  }
}

/** Asks again and again, ever more rarely, until the payment is decided or about two minutes are over. */
export async function followPayment(transactionId: string, signal: AbortSignal): Promise<Verdict> {
  let waited = 0;
  let pause = FIRST_PAUSE_MS;
  for (;;) {
    const verdict = await askPayment(transactionId, signal);
    if (verdict.is !== 'pending' || waited >= PATIENCE_MS) return verdict;
    await sleep(pause, signal);
    waited += pause;
    pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS);
  }
}

function judge({ status, orderId }: Payment): Verdict {
  switch (status) {
    case 'paid':
      return orderId === null ? { is: 'pending' } : { is: 'paid', orderId };
    case 'pending':
      return { is: 'pending' };
    case 'review':
    case 'refunded':
      return { is: 'aside' };
    case 'failed':
    case 'cancelled':
    case 'expired':
      return { is: 'failed' };
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
