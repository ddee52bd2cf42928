/** A customer keeps at most this many addresses. */
export const MAX_ADDRESSES = 10;
