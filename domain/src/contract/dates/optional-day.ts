import { z } from 'zod';
import { isDay } from './day.ts';

/** A whole day of Benin, `2026-11-20`. An empty text counts as not given. */
export const optionalDay = z
  .string()
  .refine((text) => text === '' || isDay(text), 'Date invalide')
  .optional()
  .transform((text) => text || undefined);

/** Whether two days stand in their order; one that is not given is no reason against it. */
export function inOrder({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean {
  return from === undefined || to === undefined || from <= to;
}
