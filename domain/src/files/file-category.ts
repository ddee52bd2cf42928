import type { UserType } from '../contract/user-type.ts';

/** The purpose of an uploaded file. */
export const fileCategories = ['insurance', 'prescription', 'consultation', 'handover', 'report'] as const;

export type FileCategory = (typeof fileCategories)[number];

/** A courier photographs a handover by a call of its own (rule 59). Only customers have insurance cards and report boxes (authorization.csv 60, O16); only they and doctors have consultations. */
export function mayUpload(type: UserType, category: FileCategory): boolean {
  if (type === 'deliveryPerson' || category === 'handover')
    return type === 'deliveryPerson' && category === 'handover';
  if (category === 'prescription') return true;
  return type === 'customer' || (category === 'consultation' && type === 'partnerDoctor');
}

/** Maximum size of a file, bytes (rule 32). */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Maximum total size of a user's files, bytes (rule 32). */
export const MAX_PERSON_BYTES = 200 * 1024 * 1024;

/** Maximum total size while nothing vouches for the user: no paid order, no checked diploma (rule 32). */
export const MAX_NEW_PERSON_BYTES = 30 * 1024 * 1024;

/** Maximum size of an image, pixels (rule 32). */
export const MAX_PIXELS = 50_000_000;

/** Maximum width and height of an image, pixels: no phone takes wider ones, and some decoders need memory by the side. */
export const MAX_SIDE = 16_384;
