/** Escapes `%` and `_`, so that LIKE matches the text literally. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
