import { z } from 'zod';
import { plainCode } from '../contract/signs.ts';
import { nameText } from '../contract/text.ts';
import { INVALID_PHONE, normalizePhone } from './phone-number.ts';

/** The name of a person: 2 to 120 characters. */
export const personName = nameText('Nom requis', 120).pipe(
  z.string().min(2, 'Le nom doit contenir au moins 2 caractères'),
);

/** A phone number in any accepted form, parsed to the stored form. `required` is the message when it is missing. */
export function phone(required: string) {
  return z
    .string({ error: required })
    .trim()
    .min(1, required)
    .transform((text, ctx) => {
      const stored = normalizePhone(text);
      if (stored !== null) return stored;
      ctx.issues.push({ code: 'custom', message: INVALID_PHONE, input: text });
      return z.NEVER;
    });
}

const EMAIL_REQUIRED = 'Email requis';
const EMAIL_INVALID = "Format d'email invalide";

/** An e-mail address as people see it (rule 46), lower-cased. */
export const email = z
  .string({ error: EMAIL_REQUIRED })
  .transform(plainCode)
  .pipe(z.string().min(1, EMAIL_REQUIRED).max(254, EMAIL_INVALID).toLowerCase())
  .pipe(z.email(EMAIL_INVALID));

const blank = z.string().refine((text) => plainCode(text) === '');

/** An e-mail address, or null if missing or blank. */
export const optionalEmail = z
  .union([blank.transform(() => null), z.null(), email], { error: EMAIL_INVALID })
  .optional()
  .transform((value) => value ?? null);
