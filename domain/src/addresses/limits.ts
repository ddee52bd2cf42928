/** A customer keeps at most this many addresses. */
export const MAX_ADDRESSES = 10;

/** One or two letters lead nowhere. */
export const ADDRESS_MIN = 3;
export const ADDRESS_MAX = 300;
