/** The text with ordinary spaces in place of no-break spaces. */
export const plain = (text: string | null) => text?.replace(/[\u00a0\u202f]/g, ' ');
