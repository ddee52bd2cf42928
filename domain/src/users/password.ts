import { z } from 'zod';
import { normalForm } from '../contract/normal-form.ts';

export const PASSWORD_MIN = 4;
export const PASSWORD_REQUIRED = 'Mot de passe requis';

/**
 * A password in the form that is hashed: keyboards type « é » as one sign or as two, and some put a no-break space for a space, « ’ » for
 * an apostrophe or “ for a quotation mark.
 */
export const plainPassword = (text: string): string =>
  normalForm(text, 'NFC')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u201c\u201d]/g, '"');

const lengthOf = (text: string) => plainPassword(text).length;

/** Arguments of `refine`. The maximum limits the cost of hashing. */
export const isNotTooLong = [
  (text: string) => lengthOf(text) <= 200,
  'Le mot de passe est trop long (200 caractères maximum)',
] as const;

/** A text that may be somebody's password, unchanged: the server compares it in several forms. */
export const anyPassword = (required: string) =>
  z
    .string({ error: required })
    .min(1, required)
    .refine(...isNotTooLong);

/** At least 4 characters. Spaces are significant. */
export const password = anyPassword(PASSWORD_REQUIRED).refine(
  (text) => lengthOf(text) >= PASSWORD_MIN,
  'Le mot de passe doit contenir au moins 4 caractères',
);
