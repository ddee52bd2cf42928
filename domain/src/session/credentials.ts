import { z } from 'zod';
import { plainCode } from '../contract/signs.ts';
import { optionalText, plainText } from '../contract/text.ts';
import { personName, phone } from '../users/contact.ts';

export const PASSWORD_MIN = 4;
const PASSWORD_REQUIRED = 'Mot de passe requis';
const EMAIL_REQUIRED = 'Email requis';
const EMAIL_INVALID = "Format d'email invalide";

/** The length of a password in the form that is hashed: a keyboard may type « é » as two signs (rule 46). */
const lengthOf = (text: string) => text.normalize('NFC').length;

/** Arguments of `refine`. The maximum limits the cost of hashing. */
export const isNotTooLong = [
  (text: string) => lengthOf(text) <= 200,
  'Le mot de passe est trop long (200 caractères maximum)',
] as const;

/** A text that may be somebody's password, unchanged: the server compares it in several forms. */
export const anyPassword = (required: string) =>
  z
    .string({ error: required })
    .min(1, required)
    .refine(...isNotTooLong);

/** At least 4 characters. Spaces are significant. */
export const password = anyPassword(PASSWORD_REQUIRED).refine(
  (text) => lengthOf(text) >= PASSWORD_MIN,
  'Le mot de passe doit contenir au moins 4 caractères',
);

/** An e-mail address, lower-cased. */
export const email = z
  .string({ error: EMAIL_REQUIRED })
  .trim()
  .min(1, EMAIL_REQUIRED)
  .max(254, EMAIL_INVALID)
  .toLowerCase()
  .pipe(z.email(EMAIL_INVALID));

const blank = z.string().regex(/^\s*$/);

/** An e-mail address, or null if missing or blank. */
export const optionalEmail = z
  .union([blank.transform(() => null), z.null(), email], { error: EMAIL_INVALID })
  .optional()
  .transform((value) => value ?? null);

/** A solved challenge of a refusal or of GET /auth/captcha, as base64 JSON. */
export const captcha = plainText(4_000, 'Vérification anti-robot invalide').optional();
/** Given by an earlier sign-in on the same device. An invalid one is ignored. */
export const knownDevice = plainText(300).optional().catch(undefined);

/** Body of POST /auth/login: a phone number as `identifier`, or as `phone` if that is missing. */
export const login = z.preprocess(
  (body) => withAlias(body, 'identifier', 'phone'),
  z.object({ identifier: phone('Numéro de téléphone requis'), password, captcha, device: knownDevice }),
);

export const CODE_REQUIRED = 'Code requis';

/**
 * Six digits of the application, or a recovery code of twelve letters and digits; other signs are ignored, and letters become
 * lower case.
 */
export const secondCode = z
  .string({ error: CODE_REQUIRED })
  .max(100, 'Code invalide')
  .transform((code) =>
    plainCode(code)
      .replace(/[^a-z0-9]/gi, '')
      .toLowerCase(),
  );

/** Body of POST /auth/admin-login. `userType` is accepted and ignored. */
export const adminLogin = z.preprocess(
  (body) => withAlias(body, 'email', 'identifier'),
  // `code`: the second step of who has one (second-factor.ts).
  z.object({ email, password, code: secondCode.optional(), captcha, device: knownDevice }),
);

/** Body of POST /auth/register. */
export const registration = z.object({
  name: personName,
  phone: phone('Numéro de téléphone requis'),
  email: optionalEmail,
  address: optionalText(300, 'Adresse trop longue (300 caractères maximum)'),
  password,
  captcha,
});

/** A password typed a second time. */
export const confirmation = z.string({ error: PASSWORD_REQUIRED }).min(1, 'Confirmation requise');

/** Arguments of `refine`: the password and its confirmation are equal. */
export const passwordsMatch: [
  check: (form: { password: string; confirmation: string }) => boolean,
  issue: { path: string[]; message: string },
] = [
  (form) => form.password.normalize('NFC') === form.confirmation.normalize('NFC'),
  { path: ['confirmation'], message: 'Les mots de passe ne correspondent pas' },
];

/** The sign-up form: the body and the password typed again. */
export const registrationForm = registration
  .omit({ captcha: true })
  .extend({ confirmation })
  .refine(...passwordsMatch);

function withAlias(body: unknown, key: string, alias: string): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const sent = body as Record<string, unknown>;
  return sent[key] === undefined && sent[alias] !== undefined ? { ...sent, [key]: sent[alias] } : body;
}
