/** Minimum and maximum number of characters of a medicine search. */
export const SEARCH_MIN = 2;
export const SEARCH_MAX = 80;

/**
 * The form of a text that is stored and searched (rule 38): lower case, no accents, œ and æ as two letters, and one space
 * for every run of other characters. Idempotent, because accents are removed before ligatures are split. Older rows differ
 * only for Ǣ and Ǽ, which no French label contains, so they need no migration.
 */
export function searchText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
