import { z } from 'zod';
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
