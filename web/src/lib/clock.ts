/** A difference below this, ms, is the network's and the rounding's: the device's clock is right enough. */
const SMALLEST_MS = 60_000;

/** How far the server is ahead of this device, ms. */
let ahead = 0;

/** Learns the server's time from the header `Date` of one of its answers. */
export function learnTime(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now();
  if (Number.isNaN(difference)) return;
  ahead = Math.abs(difference) < SMALLEST_MS ? 0 : difference;
}

/** The present time, ms, by the server's clock once it is known: telephones without a network or battery show wrong ones. */
export const timeNow = (): number => Date.now() + ahead;
