/** Medicine search starts at this many characters (SPEC 5) and reads at most so many. */
export const SEARCH_MIN = 2;
export const SEARCH_MAX = 80;

/**
 * The text that is stored and searched (RULES 38): accents off, œ and æ opened, lower case, every run of anything that
 * is neither letter nor digit one space. Applied twice it gives the same as once.
 */
export function searchText(text: string): string {
  return text
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
