/** Words up to this length are broken where the line ends; longer ones would be measured again and again for it. */
const LONG = 40;

/** Letters, each with its accents. */
const part = /(?:\P{M}\p{M}*){10}/gu;

/** A sign of two code units, which pdfmake may break within. */
const large = /[\u{10000}-\u{10ffff}]/u;

/** A text with places to break, that are not seen, in its long words. */
export const breakWords = (text: string): string =>
  text.replace(/\S+/g, (word) =>
    word.length > LONG || large.test(word) ? word.replace(part, '$&\u200b') : word,
  );
