import { plainCode } from './signs.ts';

/** An amount in whole FCFA (XOF has no decimals). */
export type Fcfa = number;

/** The largest single amount: far above any order, far below the limit of an `integer` column. */
export const MAX_FCFA: Fcfa = 100_000_000;

/** Rounds half up without floating-point error. Both numbers are whole; neither is negative, and `denominator` is not 0. */
export function divideHalfUp(numerator: number, denominator: number): number {
  return Math.floor((2 * numerator + denominator) / (2 * denominator));
}

export const INVALID_AMOUNT = 'Montant invalide';

const unit = / ?(?:f[.\s]?\s?cfa|cfa|xof|frs?|francs?(?:\s?cfa)?|f)\.?$/i;

/** Matches digits, or thousands apart; decimals may only be zeros. */
const written =
  /^(?:(?<plain>\d{1,12})|(?<grouped>[1-9]\d{0,2}(?:(?<mark>[ .,])\d{3})(?:\k<mark>\d{3}){0,3}))(?:(?<point>[.,])0{1,2})?$/;

/**
 * Reads whole francs as people write them, « 10.000 », « 1 500 F CFA » or « 1 500,00 »; null for anything else (rule 45).
 * @param isFromFile « 1.500 » and « 1,500 » are null too: a machine may have written one and a half
 */
export function readAmount(text: string, { isFromFile = false } = {}): Fcfa | null {
  const code = plainCode(text);
  // Two lines in one cell are two prices.
  if (/[\r\n]/.test(code)) return null;
  const found = written.exec(code.replace(/\s+/g, ' ').replace(unit, ''))?.groups;
  if (found === undefined) return null;
  const { plain, grouped = '', mark, point } = found;
  if (plain !== undefined) return Number(plain);
  const isAmbiguous = mark !== ' ' && point === undefined && grouped.split(/[.,]/).length === 2;
  if (mark === point || (isFromFile && isAmbiguous)) return null;
  return Number(grouped.replace(/\D/g, ''));
}
