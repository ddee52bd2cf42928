import { z } from 'zod';
import { optionalText } from '../contract/text.ts';
import { optionalEmail, personName, phone } from './contact.ts';
import { isNotTooLong } from './password.ts';

/** The profile form: name and phone number are required; the e-mail is for customers only. */
export const ownDetailsForm = z.object({
  name: personName,
  phone: phone('Téléphone requis'),
  address: optionalText(300, 'Adresse trop longue (300 caractères maximum)'),
  email: optionalEmail.optional(),
  /** The present password, for another phone number; empty while it is not needed. */
  currentPassword: z
    .string()
    .refine(...isNotTooLong)
    .optional(),
});

/** Body of PUT /users/update/me: missing fields are unchanged. */
export const ownDetails = ownDetailsForm.partial();
