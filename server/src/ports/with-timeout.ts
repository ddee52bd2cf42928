/** How long a provider, of payments or of messages, may take to answer, ms (RELIABILITY 6). */
export const LIMIT_MS = 10_000;

/** The answer of a provider, or an error once it has taken too long. */
export async function withTimeout<T>(answer: Promise<T>, limitMs = LIMIT_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
