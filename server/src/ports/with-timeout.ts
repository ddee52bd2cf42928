/** How long a payment, SMS or push provider may take to respond, ms. */
export const LIMIT_MS = 10_000;

/**
 * How long a refund may take, ms. A provider may need two requests of `LIMIT_MS` each for it: given up earlier, money that was paid back
 * would count as unanswered. Less than the wait before the next try.
 */
export const REFUND_LIMIT_MS = 25_000;

/** @throws Error when it takes longer than the limit */
export async function withTimeout<T>(promise: Promise<T>, limitMs = LIMIT_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
