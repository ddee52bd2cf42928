/** Limits of a card’s rate, percent (SPEC 9). In their own file, so that pages can import them without zod. */
export const MIN_RATE = 5;
export const MAX_RATE = 100;
