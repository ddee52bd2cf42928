import { z } from 'zod';
import { captcha } from '../contract/captcha.ts';
import { isDay } from '../contract/dates.ts';
import { paging } from '../contract/paging.ts';
import { beninLocation } from '../contract/position.ts';
import { optionalText, plainText, requiredText } from '../contract/text.ts';
import { readUserType, userTypes } from '../contract/user-type.ts';
import { email, optionalEmail, personName, phone } from './contact.ts';
import { password } from './password.ts';
import { partnerTitles } from './user.ts';

const type = z
  .string({ error: 'Type requis' })
  .min(1, 'Type requis')
  .transform((text) => readUserType(text) ?? text)
  .pipe(z.enum(userTypes, { error: 'Type inconnu' }));
const title = z.union([z.literal('').transform(() => null), z.null(), z.enum(partnerTitles)], {
  error: 'Titre inconnu',
});
const PLACE_INVALID = 'Localisation invalide';
const degrees = (most: number) =>
  z.number({ error: PLACE_INVALID }).min(-most, PLACE_INVALID).max(most, PLACE_INVALID);
const coordinates = z.tuple([degrees(180), degrees(90)], { error: PLACE_INVALID });
// The `type: "Point"` of GeoJSON is dropped.
const location = z.union([z.null(), z.object({ coordinates })], { error: PLACE_INVALID });

const optionalDay = z
  .union([z.literal('').transform(() => null), z.null(), z.string().refine(isDay, 'Date invalide')], {
    error: 'Date invalide',
  })
  .optional();

const ADDRESS_TOO_LONG = 'Adresse trop longue (300 caractères maximum)';

const fields = z.object({
  name: personName,
  phone: phone('Téléphone requis'),
  email: optionalEmail,
  password,
  type,
  address: optionalText(300, ADDRESS_TOO_LONG),
  titrePartenaire: title.optional(),
  /** The pharmacist in charge of a pharmacy, named on receipts. */
  pharmacist: optionalText(120, 'Nom trop long (120 caractères maximum)'),
  /** The authorisation of a pharmacy and its number at the Order (decision 68). */
  licenceNumber: optionalText(60, 'Numéro trop long (60 caractères maximum)'),
  licenceFrom: optionalDay,
  licenceUntil: optionalDay,
  orderNumber: optionalText(60, 'Numéro trop long (60 caractères maximum)'),
  location: location.optional(),
  active: z.boolean().optional(),
  isPartner: z.boolean().optional(),
  onDuty: z.boolean().optional(),
  verified: z.boolean().optional(),
});

/** The fields whose requirement depends on the type. */
interface TypedAccount {
  readonly type?: unknown;
  readonly email?: unknown;
  readonly address?: unknown;
  readonly titrePartenaire?: unknown;
  readonly location?: unknown;
}

/** Over the API a customer needs neither e-mail nor address, as at sign-up (decision 0022); all others sign in by e-mail. */
const requirements: readonly {
  field: keyof TypedAccount;
  of: (type: unknown) => boolean;
  message: string;
}[] = [
  { field: 'email', of: (type) => type !== 'customer', message: 'Email requis' },
  { field: 'address', of: (type) => type !== 'customer', message: 'Adresse requis' },
  {
    field: 'titrePartenaire',
    of: (type) => type === 'partnerDoctor',
    message: 'Veuillez spécifier le titre du professionnel de santé',
  },
  {
    field: 'location',
    of: (type) => type === 'pharmacy',
    message: 'La localisation est requise pour les pharmacies',
  },
];

/** The required fields that an account of this type lacks, with their messages. */
export function missingFields(account: TypedAccount): Readonly<Record<string, string>> {
  const missing = requirements.filter(({ field, of }) => of(account.type) && !account[field]);
  return Object.fromEntries(missing.map(({ field, message }) => [field, message]));
}

// Checked even if other fields are invalid, so that all issues are reported at once.
const isObject = ({ value }: { value: unknown }) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param always fields that are required whatever the type */
function withRequirements<S extends z.ZodType<TypedAccount>>(
  schema: S,
  always: readonly (keyof TypedAccount)[] = [],
): S {
  return requirements.reduce(
    (checked, { field, of, message }) =>
      checked.refine((account) => Boolean(account[field]) || !(always.includes(field) || of(account.type)), {
        path: [field],
        message,
        when: isObject,
      }),
    schema,
  );
}

/** Body of POST /users. The server drops the fields that do not belong to the type. */
export const newAccount = withRequirements(fields);

/** A position typed by a person, which must be in Benin. The API accepts any. */
const formFields = fields.extend({ location: beninLocation.optional() });

/** The form to create an account, which requires e-mail and address for every type. */
export const newAccountForm = withRequirements(formFields, ['email', 'address']);

const unchanged = z.union([z.literal(''), z.null()]).transform(() => undefined);
const newPassword = z.union([unchanged, password]).optional();

/**
 * Body of PUT /users/{id}: missing fields are unchanged, and so is the password if it is sent empty. With the `version` that was
 * read, a change made meanwhile is not overwritten.
 */
export const accountChange = fields
  .partial()
  .extend({ password: newPassword, version: plainText(100).optional() });

/** The form to edit an account. It requires e-mail and address only if the account has them, or if its type needs them. */
export function accountForm(account: { email?: string | null; address?: string | null }) {
  const existing = (['email', 'address'] as const).filter((field) => account[field]);
  return withRequirements(formFields.extend({ password: newPassword }), existing);
}

/** Filters of GET /users: `q` is part of the name, the e-mail or the phone number. */
export const accountFilters = z.object({
  q: plainText(100).optional(),
  type: plainText(40).optional(),
  active: z
    .enum(['', 'true', 'false'], { error: 'Filtre inconnu' })
    .optional()
    .transform((text) => (text ? text === 'true' : undefined)),
  ...paging,
});

const partnerType = type.pipe(z.enum(['pharmacy', 'partnerDoctor'], { error: 'Type inconnu' }));

/**
 * Body of POST /users/register-partner. A pharmacy can sign up without a location; fields that grant rights are
 * dropped (authorization.csv 35).
 */
export const newPartner = z
  .object({
    name: personName,
    email,
    phone: fields.shape.phone,
    password,
    type: partnerType,
    address: requiredText('Adresse requis', 300, ADDRESS_TOO_LONG),
    titrePartenaire: fields.shape.titrePartenaire,
    location: fields.shape.location,
    captcha,
  })
  .refine((partner) => partner.type !== 'partnerDoctor' || Boolean(partner.titrePartenaire), {
    path: ['titrePartenaire'],
    message: 'Titre requis',
    when: isObject,
  });
