import { normalForm } from '../contract/normal-form.ts';
import { withoutInvisible } from '../contract/signs.ts';

/** Minimum and maximum number of characters of a medicine search. */
export const SEARCH_MIN = 2;
export const SEARCH_MAX = 80;

/** Signs within a name, « N’Dah », that many people leave out. */
export const apostrophes = /['’‘ʼʻ`´]/g;

/** « 1 000 »: the thousands of a dose, apart. */
const thousands = /(^| )([1-9]\d{0,2}(?: \d{3}){0,3} 000)(?= |$)/g;

const unit = '(?:mg|g|kg|mcg|ml|ui|meq|mmol)';
/** « 1 500 mg » too: whole fifties before a unit, as doses are, not the parts of « 20/120 mg » or « 3,125 mg ». */
const thousandsOfDose = new RegExp(
  `(^| )([1-9]\\d{0,2}(?: \\d{3}){0,3} \\d(?:00|50))(?= ${unit}(?: |$))`,
  'g',
);

/** « 500mg »: a number and its unit in one. */
const closeUnit = new RegExp(`(^| )(\\d{1,9})(${unit})(?= |$)`, 'g');

/** « 5/500 mg »: two amounts with one unit, which both have. */
const sharedUnit = new RegExp(
  `(\\d{1,9})(\\s?[/+]\\s?\\d{1,9}(?:[.,]\\d{1,9})?\\s?(${unit})(?![\\p{L}\\p{N}]))`,
  'gu',
);

/** The sign of a microgram, and how it is typed without it. */
const micrograms = /(^|[\d ])[\u03bcu]g(?= |$)/g;
/** International units, by their English name. */
const units = /(^|[\d ])iu(?= |$)/g;

/** Letters of the languages of Benin and others that are no letter with an accent, and how people without them type. */
const plainForms: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ɖ: 'd',
  đ: 'd',
  ɛ: 'e',
  ƒ: 'f',
  ɣ: 'g',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  ɔ: 'o',
  ø: 'o',
  ʋ: 'v',
};
const otherLetters = new RegExp(`[${Object.keys(plainForms).join('')}]`, 'g');

/**
 * The form of a text that is stored and searched (rules 38 and 46): lower case, no accents, œ and æ as two letters, letters of Fon and
 * Yoruba as those that people type for them, full-width letters and ligatures as usual ones, one form for a dose (« µg » as « mcg »,
 * « 1 500mg » as « 1500 mg »), and one space for every run of other characters. Idempotent.
 */
export function searchText(text: string): string {
  // A unit that is one sign (㎎) would be dropped below, and « 10⁶ » is not 106.
  const open = withoutInvisible(text)
    .replace(/[\u3371-\u33df]/g, (sign) => normalForm(sign, 'NFKC'))
    .replace(/(\p{Nd})(?=\p{No})|(\p{No})(?=\p{Nd})/gu, '$1$2 ');
  const words = plainLetters(normalForm(open, 'NFD'))
    .replace(sharedUnit, '$1 $3$2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
  // NFKD comes after the signs are removed: it would turn a trade mark into letters.
  return plainLetters(normalForm(words, 'NFKD'))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(micrograms, '$1mcg')
    .replace(units, '$1ui')
    .replace(closeUnit, '$1$2 $3')
    .replace(thousandsOfDose, joined)
    .replace(thousands, joined);
}

const joined = (_: string, before: string, number: string): string => before + number.replaceAll(' ', '');

/** Reduces a decomposed text to plain letters: accents are removed before ligatures are split. */
function plainLetters(decomposed: string): string {
  return decomposed
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(otherLetters, (letter) => plainForms[letter] ?? letter);
}
