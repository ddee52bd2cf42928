import { normalForm } from '../contract/normal-form.ts';
/** Minimum and maximum number of characters of a medicine search. */
export const SEARCH_MIN = 2;
export const SEARCH_MAX = 80;

/** Signs within a name, « N’Dah », that many people leave out. */
export const apostrophes = /['’‘ʼʻ`´]/g;

/** « 1 000 »: the thousands of a dose, apart. */
const thousands = /(^| )([1-9]\d{0,2}(?: \d{3}){0,3} 000)(?= |$)/g;

/** The sign of a microgram, and how it is typed without it. */
const micrograms = /(^|[\d ])[\u03bcu]g(?= |$)/g;

/**
 * The form of a text that is stored and searched (rules 38 and 46): lower case, no accents, œ and æ as two letters, full-width
 * letters and ligatures as usual ones, « µg » as « mcg », « 1 000 » as « 1000 », and one space for every run of other
 * characters. Idempotent.
 */
export function searchText(text: string): string {
  const words = plainLetters(normalForm(text, 'NFD')).replace(/[^\p{L}\p{N}]+/gu, ' ');
  // NFKD comes after the signs are removed: it would turn a trade mark into letters.
  return plainLetters(normalForm(words, 'NFKD'))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(micrograms, '$1mcg')
    .replace(thousands, (_, before: string, number: string) => before + number.replaceAll(' ', ''));
}

/** Reduces a decomposed text to plain letters: accents are removed before ligatures are split. */
function plainLetters(decomposed: string): string {
  return decomposed.replace(/\p{M}/gu, '').toLowerCase().replaceAll('œ', 'oe').replaceAll('æ', 'ae');
}
