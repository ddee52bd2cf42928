/** Rows that a downloaded list has at most. */
export const MAX_EXPORTED = 10_000;
