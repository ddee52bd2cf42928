import { z } from 'zod';
import { id } from '../contract/text.ts';
import { userTypes } from '../contract/user-type.ts';

/** Titles of a partner health professional. « anestesiste » is spelled so in every body of the API. */
export const partnerTitles = [
  'hopital',
  'docteur',
  'infirmier',
  'anestesiste',
  'kinesitherapeute',
  'sage femme',
  'aide soignant',
  'accoucheuse',
] as const;

export type PartnerTitle = (typeof partnerTitles)[number];

/** A user as they see themselves and as a super administrator sees them. It has no hash, code or token. */
export const user = z.object({
  _id: id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string(),
  type: z.enum(userTypes),
  address: z.string().nullable(),
  active: z.boolean(),
  onDuty: z.boolean(),
  isPartner: z.boolean().optional(),
  verified: z.boolean(),
  titrePartenaire: z.enum(partnerTitles).nullable().optional(),
  /** The pharmacist in charge of a pharmacy, named on receipts. */
  pharmacist: z.string().nullable().optional(),
  /** The authorisation to open a pharmacy, its first and last day, and its number at the Order of pharmacists. */
  licenceNumber: z.string().nullable().optional(),
  licenceFrom: z.string().nullable().optional(),
  licenceUntil: z.string().nullable().optional(),
  orderNumber: z.string().nullable().optional(),
  location: z.object({ coordinates: z.tuple([z.number(), z.number()]) }).nullable(),
  /** Signing in takes a code too. */
  hasSecondFactor: z.literal(true).optional(),
  /** The signed-in customer agrees to the use of their health data, in the words of today (decision 73). */
  hasHealthConsent: z.literal(true).optional(),
  /** The signed-in person has to activate the second factor before anything else. */
  mustEnrol: z.literal(true).optional(),
  /** The super administrator may send it back with a change, which is refused if the account was changed meanwhile. */
  version: z.string().optional(),
});

export type User = z.output<typeof user>;

/** A user inside another resource; the phone number only for readers who may see it. */
export const person = z.object({ _id: id, name: z.string(), phone: z.string().optional() });

export type Person = z.output<typeof person>;

/** A user who can be assigned, as a supervisor sees them; a super administrator sees all fields. */
export const candidate = user.partial().required({ _id: true, name: true, phone: true });
