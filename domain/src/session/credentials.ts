import { z } from 'zod';
import { optionalText } from '../contract/text.ts';
import { personName, phone } from '../users/contact.ts';

export const PASSWORD_MIN = 4;
const PASSWORD_REQUIRED = 'Mot de passe requis';
const EMAIL_REQUIRED = 'Email requis';
const EMAIL_INVALID = "Format d'email invalide";

/** At least 4 characters, as specified; the upper bound keeps hashing affordable. Spaces are part of a password. */
export const password = z
  .string({ error: PASSWORD_REQUIRED })
  .min(1, PASSWORD_REQUIRED)
  .min(PASSWORD_MIN, 'Le mot de passe doit contenir au moins 4 caractères')
  .max(200, 'Le mot de passe est trop long (200 caractères maximum)');

/** An e-mail address, lower-cased. */
export const email = z
  .string({ error: EMAIL_REQUIRED })
  .trim()
  .min(1, EMAIL_REQUIRED)
  .max(254, EMAIL_INVALID)
  .toLowerCase()
  .pipe(z.email(EMAIL_INVALID));

const blank = z.string().regex(/^\s*$/);

/** An e-mail that may be left empty: empty or blank is null. */
export const optionalEmail = z
  .union([blank.transform(() => null), z.null(), email], { error: EMAIL_INVALID })
  .optional()
  .transform((value) => value ?? null);

/** Body of POST /auth/login: the identifier is a telephone. `phone` is read where `identifier` is missing (WIRE.md). */
export const login = z.preprocess(
  (body) => withAlias(body, 'identifier', 'phone'),
  z.object({ identifier: phone('Numéro de téléphone requis'), password }),
);

/** Body of POST /auth/admin-login: an e-mail. `userType` is accepted and grants nothing. */
export const adminLogin = z.preprocess(
  (body) => withAlias(body, 'email', 'identifier'),
  z.object({ email, password }),
);

/** Body of POST /auth/register. */
export const registration = z.object({
  name: personName,
  phone: phone('Numéro de téléphone requis'),
  email: optionalEmail,
  address: optionalText(300, 'Adresse trop longue (300 caractères maximum)'),
  password,
});

/** A password typed a second time. */
export const confirmation = z.string({ error: PASSWORD_REQUIRED }).min(1, 'Confirmation requise');

/** For `refine`: the two are equal (SPEC 5). */
export const passwordsMatch: [
  check: (form: { password: string; confirmation: string }) => boolean,
  said: { path: string[]; message: string },
] = [
  (form) => form.password === form.confirmation,
  { path: ['confirmation'], message: 'Les mots de passe ne correspondent pas' },
];

/** The sign-up form: the body and a confirmation. */
export const registrationForm = registration.extend({ confirmation }).refine(...passwordsMatch);

function withAlias(body: unknown, key: string, alias: string): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const given = body as Record<string, unknown>;
  return given[key] === undefined && given[alias] !== undefined ? { ...given, [key]: given[alias] } : body;
}
