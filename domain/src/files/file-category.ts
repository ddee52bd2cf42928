/** What an uploaded file is for (SPEC 7). */
export const fileCategories = ['insurance', 'prescription'] as const;

export type FileCategory = (typeof fileCategories)[number];

/** The most one file may weigh, bytes (RULES 32: 10 Mo). */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
