/**
 * Marks on one letter beyond the thirty of Unicode's « stream-safe » texts (UAX 15); no language has so many. The two half-width ones
 * become marks.
 */
const tooManyMarks = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** A text in a Unicode form. Marks are sorted in a time that is quadratic in their number: 100,000 on one letter would take 20 seconds. */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  text.replace(tooManyMarks, '$1').normalize(form);
