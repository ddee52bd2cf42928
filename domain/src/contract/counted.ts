/** Rows that a filtered list counts at most. Not in paging.ts, so that pages can import it without zod. */
export const MAX_COUNTED = 1000;

/** Rows that a downloaded list has at most. */
export const MAX_EXPORTED = 10_000;
