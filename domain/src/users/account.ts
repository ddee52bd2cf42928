import { z } from 'zod';
import { paging } from '../contract/paging.ts';
import { optionalText, plainText, requiredText } from '../contract/text.ts';
import { email, optionalEmail, password } from '../session/credentials.ts';
import { personName, phone } from './contact.ts';
import { partnerTitles } from './user.ts';
import { readUserType, userTypes } from './user-type.ts';

const type = z
  .string({ error: 'Type requis' })
  .min(1, 'Type requis')
  .transform((written) => readUserType(written) ?? written)
  .pipe(z.enum(userTypes, { error: 'Type inconnu' }));
const title = z.union([z.literal('').transform(() => null), z.null(), z.enum(partnerTitles)], {
  error: 'Titre inconnu',
});
// A GeoJSON `type: "Point"` beside them is dropped.
const PLACE_INVALID = 'Localisation invalide';
const degrees = (most: number) =>
  z.number({ error: PLACE_INVALID }).min(-most, PLACE_INVALID).max(most, PLACE_INVALID);
const coordinates = z.tuple([degrees(180), degrees(90)], { error: PLACE_INVALID });
const location = z.union([z.null(), z.object({ coordinates })], { error: PLACE_INVALID });

const ADDRESS_TOO_LONG = 'Adresse trop longue (300 caractères maximum)';

const fields = z.object({
  name: personName,
  phone: phone('Téléphone requis'),
  email: optionalEmail,
  password,
  type,
  address: optionalText(300, ADDRESS_TOO_LONG),
  titrePartenaire: title.optional(),
  location: location.optional(),
  active: z.boolean().optional(),
  isPartner: z.boolean().optional(),
  onDuty: z.boolean().optional(),
  verified: z.boolean().optional(),
});

/** What of an account depends on its type. */
interface Typed {
  readonly type?: unknown;
  readonly email?: unknown;
  readonly address?: unknown;
  readonly titrePartenaire?: unknown;
  readonly location?: unknown;
}

/** Customers may do without e-mail and address, as at their own sign-up; everybody else logs in by e-mail. */
const needs: readonly { field: keyof Typed; of: (type: unknown) => boolean; message: string }[] = [
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

/** What an account of this type lacks, by field. */
export function missingFields(account: Typed): Readonly<Record<string, string>> {
  const missing = needs.filter(({ field, of }) => of(account.type) && !account[field]);
  return Object.fromEntries(missing.map(({ field, message }) => [field, message]));
}

// Asked whatever else is wrong: all that is missing is said at once.
const isForm = ({ value }: { value: unknown }) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function complete<S extends z.ZodType<Typed>>(schema: S): S {
  return needs.reduce(
    (checked, { field, of, message }) =>
      checked.refine((account) => !of(account.type) || Boolean(account[field]), {
        path: [field],
        message,
        when: isForm,
      }),
    schema,
  );
}

/** Body of POST /users. What does not belong to the type is dropped by the server. */
export const newAccount = complete(fields);

const unchanged = z.union([z.literal(''), z.null()]).transform(() => undefined);
const newPassword = z.union([unchanged, password]).optional();

/** Body of PUT /users/{id}: what is left out stays as it is, and so does the password where it is empty. */
export const accountChange = fields.partial().extend({ password: newPassword });

/** The form of an account that stands. */
export const accountForm = complete(fields.extend({ password: newPassword }));

/** Filters of GET /users: `q` is part of a name, of an e-mail or of a telephone. */
export const accountFilters = z.object({
  q: plainText(100).optional(),
  type: plainText(40).optional(),
  active: z
    .enum(['', 'true', 'false'], { error: 'Filtre inconnu' })
    .optional()
    .transform((written) => (written ? written === 'true' : undefined)),
  ...paging,
});

const partnerType = type.pipe(z.enum(['pharmacy', 'partnerDoctor'], { error: 'Type inconnu' }));

/**
 * Body of POST /users/register-partner. A pharmacy may sign up without its place (SPEC 5); what gives rights is dropped
 * (csv 35).
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
  })
  .refine((partner) => partner.type !== 'partnerDoctor' || Boolean(partner.titrePartenaire), {
    path: ['titrePartenaire'],
    message: 'Titre requis',
    when: isForm,
  });
