import { z } from 'zod';
import { isDay } from './dates.ts';
import { normalForm } from './normal-form.ts';
import { hasHiddenSign, hasVisibleSign } from './signs.ts';
import './zod-settings.ts';

// PostgreSQL rejects U+0000 in text and lone surrogates in jsonb; other control characters do not belong in a name or an
// address.
const unstorable = /[^\P{Cc}\t\n\r]|\p{Cs}/gu;

/** Removes signs that cannot be stored; a text of which people see nothing becomes empty (rule 46). */
function clean(value: string): string {
  const text = normalForm(value.replace(unstorable, ''), 'NFC').trim();
  return hasVisibleSign(text) ? text : '';
}

/** Matches the signs that turn the direction of what follows them, in the texts beside theirs too; scripts do without. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/** Cleans a free text; a name with such a sign is refused instead, because it looks like another one. */
const cleanFree = (value: string): string => clean(value.replace(turning, ''));

/** A trimmed text of 1 to `max` characters. `required` is the message when it is missing, blank or not a text. */
export function requiredText(required: string, max: number, tooLong = `${max} caractères maximum`) {
  return bounded(required, max, tooLong, cleanFree);
}

function bounded(required: string, max: number, tooLong: string, cleaned: (text: string) => string) {
  return z.string({ error: required }).transform(cleaned).pipe(z.string().min(1, required).max(max, tooLong));
}

/** A required text that people recognise someone or something by. */
export function nameText(required: string, max: number) {
  return bounded(required, max, `${max} caractères maximum`, clean).refine(
    (name) => !hasHiddenSign(name),
    'Le nom contient des signes invisibles : tapez-le à nouveau',
  );
}

/** A trimmed text, or null if missing or blank. */
export function optionalText(max: number, tooLong = `${max} caractères maximum`) {
  return z
    .union([z.string(), z.null()])
    .optional()
    .transform((value) => cleanFree(value ?? '') || null)
    .pipe(z.string().max(max, tooLong).nullable());
}

/**
 * A trimmed text that may be empty. Free text from a client is parsed by one of these three; dates, passwords, e-mail
 * addresses and phone numbers have their own schemas.
 */
export function plainText(max: number, tooLong = `${max} caractères maximum`) {
  return z.string().transform(cleanFree).pipe(z.string().max(max, tooLong));
}

/** A UUID, lower-cased. `invalid` is the message for any other text. */
export const identifier = (invalid?: string) => z.uuid(invalid).toLowerCase();

/** An id on the wire; those that we generate are version 7. */
export const id = identifier();

/** A timestamp, ISO 8601 in UTC. */
export const moment = z.iso.datetime();

/** A day in Benin, `2026-11-20`. An empty text counts as missing. */
export const optionalDay = z
  .string()
  .refine((text) => text === '' || isDay(text), 'Date invalide')
  .optional()
  .transform((text) => text || undefined);
