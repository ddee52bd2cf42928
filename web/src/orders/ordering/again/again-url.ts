/** Search param with the id of an earlier order. */
export const AGAIN = 'encore';

/** The form, filled with an earlier order. */
export const orderAgainUrl = (id: string) => `/order?${AGAIN}=${id}`;
