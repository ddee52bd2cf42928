/** How long a payment, SMS or push provider may take to respond, ms (RELIABILITY 6). */
export const LIMIT_MS = 10_000;

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
