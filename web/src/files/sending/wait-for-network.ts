/**
 * Waits `ms`, longer while the device is offline; the `online` event ends the wait at once.
 * @throws the reason of `signal` when aborted
 */
export function waitForNetwork(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      window.removeEventListener('online', resume);
      signal.removeEventListener('abort', abort);
      finish();
    };
    const resume = () => settle(resolve);
    const abort = () => settle(() => reject(signal.reason));
    const timer = setTimeout(() => {
      if (navigator.onLine) resume();
    }, ms);
    window.addEventListener('online', resume);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
  });
}
