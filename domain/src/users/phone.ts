import { z } from 'zod';
import { INVALID_PHONE, normalizePhone } from './phone-number.ts';

/** A telephone in any of its written forms; parsed to the stored form. `required` is said when it is missing. */
export function phone(required: string) {
  return z
    .string({ error: required })
    .trim()
    .min(1, required)
    .transform((written, ctx) => {
      const stored = normalizePhone(written);
      if (stored !== null) return stored;
      ctx.issues.push({ code: 'custom', message: INVALID_PHONE, input: written });
      return z.NEVER;
    });
}
