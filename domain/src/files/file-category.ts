import type { UserType } from '../users/user-type.ts';

/** What an uploaded file is for (SPEC 7). */
export const fileCategories = ['insurance', 'prescription'] as const;

export type FileCategory = (typeof fileCategories)[number];

/** Only a customer has an insurance card to show (csv 60, O16). */
export function mayUpload(type: UserType, category: FileCategory): boolean {
  return category === 'prescription' || type === 'customer';
}

/** The most one file may weigh, bytes (RULES 32: 10 Mo). */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** The most that all the files of a person may weigh, bytes (RULES 32: 200 Mo). */
export const MAX_PERSON_BYTES = 200 * 1024 * 1024;

/** The largest picture, pixels (RULES 32: 50 megapixels). */
export const MAX_PIXELS = 50_000_000;
