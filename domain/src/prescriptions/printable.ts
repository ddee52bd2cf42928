import { normalForm } from '../contract/normal-form.ts';

/**
 * Signs that printed sheets do not have: their font has the letters of Benin, and Greek, Cyrillic, Armenian, Georgian, Hebrew and
 * Arabic ones. Fonts with the other scripts weigh more than the rest of the product.
 */
const lacking =
  /(?:[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]|\p{Emoji_Presentation}|(?![\u00a9\u00ae\u2122])\p{Extended_Pictographic})(?:\p{Emoji_Modifier}|\u200c|\u200d|\ufe0f|\p{M})*/gu;

/** Words from right to left, which are drawn one after the other from left to right. */
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}][\p{Script=Hebrew}\p{Script=Arabic} ]*/gu;

/** Warns a prescriber who writes a name with signs that are not printed; null when all of it is printed. */
export function unprintedNote(text: string): string | null {
  const signs = [...new Set(text.match(lacking) ?? [])].join('');
  return signs === '' ? null : `« ${signs} » ne s’imprime pas : écrivez aussi le nom en lettres latines.`;
}

/** A sign that has a shape. */
const shaped = /[^\s\p{Cf}\p{Variation_Selector}]/gu;

/**
 * A text in signs that printed sheets have: « ㎎ » is printed as « mg ». Where some are lacking, it says so.
 * @param isInFont whether the font has a sign of the scripts above
 */
export function printable(text: string, isInFont: (sign: string) => boolean = () => true): string {
  const ordered = text.replace(rightToLeft, (words) => {
    const trimmed = words.trimEnd();
    return trimmed.split(' ').reverse().join(' ') + words.slice(trimmed.length);
  });
  let isLacking = false;
  const lack = () => {
    isLacking = true;
    return '▯';
  };
  const shown = ordered.replace(lacking, lack).replace(shaped, (sign) => {
    if (isInFont(sign)) return sign;
    const usual = normalForm(sign, 'NFKC');
    return usual !== sign && [...usual].every(isInFont) ? usual : lack();
  });
  return isLacking ? `${shown} (▯ : signe non imprimé, à lire à l’écran)` : shown;
}
