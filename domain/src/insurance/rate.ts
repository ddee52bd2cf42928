/** Limits of the rate that a card covers, percent (SPEC 9). Not beside the schemas, so that pages can import it without zod. */
export const MIN_RATE = 5;
export const MAX_RATE = 100;
