import { z } from 'zod';
import { optionalText } from '../contract/text.ts';
import { optionalEmail } from '../session/credentials.ts';
import { personName } from './person-name.ts';
import { phone } from './phone.ts';

/** Body of PUT /users/update/me: what is left out stays as it is; an e-mail counts for customers only. */
export const ownDetails = z.object({
  name: personName.optional(),
  phone: phone('Téléphone requis').optional(),
  address: optionalText(300, 'Adresse trop longue (300 caractères maximum)').optional(),
  email: optionalEmail.optional(),
});

/** The profile's form: a name and a telephone are always there (SPEC 5). */
export const ownDetailsForm = ownDetails.required({ name: true, phone: true });
