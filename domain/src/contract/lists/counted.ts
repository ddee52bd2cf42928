/** Rows that a filtered list counts at most. Not in paging.ts, so that pages can import it without zod. */
export const MAX_COUNTED = 1000;
