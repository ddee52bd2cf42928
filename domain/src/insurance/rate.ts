/** Limits of a card’s rate, percent. In their own file, so that pages can import them without zod. */
export const MIN_RATE = 5;
export const MAX_RATE = 100;
