/** State of a navigation that ends in the search field of the list. */
export const focusSearch = { focusSearch: true };

export const asksForSearch = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'focusSearch' in state;
