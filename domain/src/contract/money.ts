/** An amount in whole FCFA (XOF has no decimals). */
export type Fcfa = number;

/** The largest single amount: far above any order, far below the limit of an `integer` column. */
export const MAX_FCFA: Fcfa = 100_000_000;

/** Rounds half up without floating-point error. Both numbers are whole; neither is negative, and `denominator` is not 0. */
export function divideHalfUp(numerator: number, denominator: number): number {
  return Math.floor((2 * numerator + denominator) / (2 * denominator));
}

const wholeNumber = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 0, signDisplay: 'negative' });

/** Formats a whole amount without a unit, `12 500`, with ordinary spaces. */
export function formatAmount(amount: number): string {
  return wholeNumber.format(amount).replace(/\s/g, ' ');
}
