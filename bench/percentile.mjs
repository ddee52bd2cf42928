/**
 * The value below which this part of the values lies.
 * @param sorted in ascending order
 * @param part from 0 to 1
 * @returns undefined when there are no values
 */
export function percentileOf(sorted, part) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}
