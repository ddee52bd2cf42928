/** Waits `ms`, and then for as long as the device knows itself without a network; rejects when given up. */
export function waitForLine(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
      signal.removeEventListener('abort', giveUp);
      finish();
    };
    const again = () => settle(resolve);
    const giveUp = () => settle(() => reject(signal.reason));
    const timer = setTimeout(() => {
      if (navigator.onLine) again();
    }, ms);
    window.addEventListener('online', again);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
  });
}
