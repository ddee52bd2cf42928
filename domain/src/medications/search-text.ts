/** Medicine search starts at this many characters (SPEC 5) and reads at most so many. */
export const SEARCH_MIN = 2;
export const SEARCH_MAX = 80;

/**
 * The text that is stored and searched (RULES 38): lower case, without accents, œ and æ as two letters, every run of
 * other characters one space. Idempotent, because marks go before ligatures. Rows stored before that order differ only
 * for Ǣ and Ǽ, which no French label has: they need no migration, and saving the label again corrects one.
 */
export function searchText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
