import { percentileOf } from '../percentile.mjs';

/** A refusal takes at most this long, ms (RELIABILITY 4). */
export const REFUSAL_MS = 100;

/**
 * What is wrong with the refusals of an overload: none, which says that nothing was overloaded, or slow ones.
 * @param times how long each took, ms
 */
export function judgeRefusals(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const p95 = Math.round(percentileOf(sorted, 0.95) ?? 0);
  const faults = [
    ...(sorted.length === 0 ? ['nothing was refused: no overload was reached'] : []),
    ...(p95 > REFUSAL_MS ? [`refused in ${p95} ms`] : []),
  ];
  return { p95, faults };
}
