/** How many of the last orders a usual time is measured on. */
export const MEASURED = 50;

/** With fewer there is no usual time. */
const MIN_MEASURED = 5;

const STEP = 5;

/**
 * A usual time as customers are told, in steps of 5 minutes; null when too few orders were measured.
 * @param median of the measured orders, minutes
 */
export function usualMinutes(measured: number, median: number | null): number | null {
  if (median === null || measured < MIN_MEASURED) return null;
  return Math.max(STEP, Math.ceil(median / STEP) * STEP);
}

/** Minutes from payment to delivery: the usual ones, at most the promise, which alone is told without them. */
export function toldMinutes(usual: number | null, promise: number): number {
  return Math.min(usual ?? promise, promise);
}
