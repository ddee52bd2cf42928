import { Refusal } from '../../refusal.ts';

/** Suggested wait after a refusal, s. */
const RETRY_AFTER_S = 5;

/**
 * Limits concurrency; calls above the limit wait in order.
 * @param waiting how many may wait; the next one is refused with 503 UNAVAILABLE
 */
export function limitConcurrency(limit: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running < limit) running += 1;
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
    else throw new Refusal('UNAVAILABLE', { retryAfter: RETRY_AFTER_S });
    try {
      return await work();
    } finally {
      // The next call takes over this slot.
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
