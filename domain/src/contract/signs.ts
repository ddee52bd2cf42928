import { normalForm } from './normal-form.ts';

/**
 * Signs without a shape: also blank patterns (Braille, music, hieroglyphs), what stands for an object that was not copied (U+FFFC), and
 * signs that each program shows in its own way or not at all (private use).
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Co}\u2800\ufff9-\ufffc\u{13441}\u{13442}\u{1d159}]/u;
const invisibleEach = new RegExp(invisible, 'gu');

/** A sign that people see; an accent alone is none. */
const visible =
  /[^\s\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\p{Co}\u2800\ufff9-\ufffc\u{13441}\u{13442}\u{1d159}]/u;

/**
 * An emoji, or a letter of a script that joins, with the joiners and variations that shape it. Without a lookbehind, which
 * iPhones before iOS 16.4 do not read (decision 80).
 */
const shaped =
  /((?!\p{Default_Ignorable_Code_Point})(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]))(?:\ufe0f+(?:\u200c|\u200d|\ufe0e)?|\u200c|\u200d|\ufe0e)/gu;

export const hasVisibleSign = (text: string): boolean => visible.test(text);

/** Whether two texts that look the same may differ by it (rule 46). */
export const hasHiddenSign = (text: string): boolean => invisible.test(text.replace(shaped, '$1'));

const shapedOrInvisible = new RegExp(`${shaped.source}|(${invisible.source})`, 'gu');

/** Removes invisible signs from a text that is searched, except those that shape what stands before them. */
export const withoutHiddenSigns = (text: string): string =>
  text.replace(shapedOrInvisible, (found, _, hidden) => (hidden === undefined ? found : ''));

/** A text without any sign that people do not see, for searches: a word may have been copied with one inside. */
export const withoutInvisible = (text: string): string => text.replace(invisibleEach, '');

/** Whether all digits are of one script, or of one style: full-width digits and usual ones are two. */
function hasOneScript(text: string): boolean {
  const zeros = text
    .match(/\p{Nd}/gu)
    ?.map((digit) => (digit.codePointAt(0) ?? 0) - Number(normalForm(digit, 'NFKC')));
  return new Set(zeros).size < 2;
}

/**
 * A number or a code as people see it (rule 46): without invisible signs, full-width signs as usual ones, each dash as a hyphen. Signs
 * that only look like digits stay, so that no number is read from them: « 1500² » is not 15002 (rule 50). So do digits of two scripts.
 */
export function plainCode(text: string): string {
  const usual = hasOneScript(text) ? /\P{No}+/gu : /[^\p{Nd}\p{No}]+/gu;
  return text
    .replace(usual, (part) => normalForm(part, 'NFKC'))
    .replace(invisibleEach, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim();
}
