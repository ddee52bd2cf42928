import { z } from 'zod';
import { optionalText } from '../contract/text.ts';
import { optionalEmail } from '../session/credentials.ts';
import { personName, phone } from './contact.ts';

/** The profile's form: a name and a telephone are always there (SPEC 5); an e-mail for customers only. */
export const ownDetailsForm = z.object({
  name: personName,
  phone: phone('Téléphone requis'),
  address: optionalText(300, 'Adresse trop longue (300 caractères maximum)'),
  email: optionalEmail.optional(),
});

/** Body of PUT /users/update/me: what is left out stays as it is. */
export const ownDetails = ownDetailsForm.partial();
