/** The lists that a super administrator imports from files. */
export const importedLists = ['medications', 'zones', 'pharmacies'] as const;

export type ImportedListName = (typeof importedLists)[number];

/** A price list of 12,000 medicines has 3 MB. */
export const MAX_IMPORT_BYTES = 4 * 1024 * 1024;
