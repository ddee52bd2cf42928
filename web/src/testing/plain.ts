/** A text with ordinary spaces for those that no line break may divide, as a test writes it. */
export const plain = (text: string | null) => text?.replace(/[\u00a0\u202f]/g, ' ');
