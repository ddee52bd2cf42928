import { z } from 'zod';
import { isDay } from './dates.ts';

// Whatever a schema does not say itself is still said in French, and never in zod's own words.
z.config({
  customError: () => 'Valeur invalide',
  // Our pages forbid code made at run time, and the browser reports zod's mere try at it.
  jitless: 'document' in globalThis,
});

// PostgreSQL refuses U+0000 in text and half a surrogate pair in jsonb; other control characters have no place in a
// name or an address.
const unstorable = /[^\P{Cc}\t\n\r]|\p{Cs}/gu;

const clean = (value: string): string => value.replace(unstorable, '').trim();

/** A trimmed text of 1 to `max` characters; `required` is said when it is missing, blank or not a text. */
export function requiredText(required: string, max: number, tooLong = `${max} caractères maximum`) {
  return z.string({ error: required }).transform(clean).pipe(z.string().min(1, required).max(max, tooLong));
}

/** A trimmed text or null: an empty one counts as not given. */
export function optionalText(max: number, tooLong = `${max} caractères maximum`) {
  return z
    .union([z.string(), z.null()])
    .optional()
    .transform((value) => clean(value ?? '') || null)
    .pipe(z.string().max(max, tooLong).nullable());
}

/** A trimmed text that may be empty. Every text that a caller sends is read by one of these three. */
export function plainText(max: number, tooLong = `${max} caractères maximum`) {
  return z.string().transform(clean).pipe(z.string().max(max, tooLong));
}

/** An identifier (UUID) in the one way that we write it, whatever the case it was sent in; `invalid` is said of any other text. */
export const identifier = (invalid?: string) => z.uuid(invalid).toLowerCase();

/** An identifier on the wire (version 7 when we made it). */
export const id = identifier();

/** A moment, ISO 8601 in UTC. */
export const moment = z.iso.datetime();

/** A day in Benin, `2026-11-20`. An empty text counts as missing. */
export const optionalDay = z
  .string()
  .refine((text) => text === '' || isDay(text), 'Date invalide')
  .optional()
  .transform((text) => text || undefined);
