import { demoContact } from '@amasin/domain/house/contact.ts';
import { PLACE_MAX } from '@amasin/domain/house/settings.ts';
import { email } from '@amasin/domain/users/contact.ts';
import { normalizePhone, receivesMessages } from '@amasin/domain/users/phone-number.ts';
import { z } from 'zod';
import { readSettings } from './formats.ts';

const PHONE = 'le numéro du Bénin que les clients appellent';
const EMAIL = 'l’adresse email où les clients écrivent';
const PLACE = `un lieu de ${PLACE_MAX} caractères au plus`;

export const contactSchema = z.object({
  CONTACT_PHONE: z
    .string({ error: PHONE })
    .transform((text) => normalizePhone(text) ?? '')
    .refine(receivesMessages, PHONE)
    .meta({
      description:
        'le numéro que les clients appellent : pied de page, aide d’une commande, confidentialité, messages',
      form: 'un numéro du Bénin',
      without: 'un exemple en démonstration ; sinon le démarrage est refusé',
    }),
  CONTACT_EMAIL: z
    .string({ error: EMAIL })
    .refine((text) => email.safeParse(text).success, EMAIL)
    .meta({
      description: EMAIL,
      form: 'une adresse e-mail',
      without: 'un exemple en démonstration ; sinon le démarrage est refusé',
    }),
  CONTACT_PLACE: z.string().max(PLACE_MAX, PLACE).default(demoContact.place).meta({
    description: 'la ville, dans le pied de page et « À propos »',
    form: PLACE,
  }),
});

export type ContactSettings = z.output<typeof contactSchema>;

/**
 * Reads how customers reach us, unless a super administrator has set it otherwise. The server writes it into the pages.
 * @throws Error with one line that names the missing or invalid setting
 */
export function readContact(
  given: Readonly<Record<string, string | undefined>>,
  isDemo: boolean,
): ContactSettings {
  const demo = { CONTACT_PHONE: demoContact.phone, CONTACT_EMAIL: demoContact.email };
  return readSettings(contactSchema, isDemo ? { ...demo, ...given } : given);
}
