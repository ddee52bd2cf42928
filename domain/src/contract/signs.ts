import { normalForm } from './normal-form.ts';

/** Signs without a shape. U+2800, a Braille pattern without dots, is blank too. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/u;
const invisibleEach = new RegExp(invisible, 'gu');

/** A sign that people see. */
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

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

/** A number or a code as people see it (rule 46): without invisible signs, full-width signs as usual ones, each dash as a hyphen. */
export function plainCode(text: string): string {
  return normalForm(text, 'NFKC')
    .replace(invisibleEach, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim();
}
