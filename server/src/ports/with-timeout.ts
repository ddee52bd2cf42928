/** A payment, SMS or push provider may take this long to respond, ms. */
export const LIMIT_MS = 10_000;

/**
 * A refund may take this long, ms. A provider may need two requests of `LIMIT_MS` each for it: if we gave up earlier, money that was paid
 * back would count as unanswered. It is less than the wait before the next try.
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
