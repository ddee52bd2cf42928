/** Whole FCFA (XOF has no decimals). Always an integer; never a fraction, never another currency. */
export type Fcfa = number;

/** The most a single amount may be: far above any order, far below what an `integer` column holds. */
export const MAX_FCFA: Fcfa = 100_000_000;

/** Rounds half up, away from float error: `numerator` and `denominator` are whole and not negative. */
export function divideHalfUp(numerator: number, denominator: number): number {
  return Math.floor((2 * numerator + denominator) / (2 * denominator));
}
