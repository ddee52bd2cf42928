/** A text as LIKE takes it literally: `%` and `_` are ordinary characters to whoever types them. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
