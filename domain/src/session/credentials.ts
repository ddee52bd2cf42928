import { z } from 'zod';
import { captcha } from '../contract/captcha.ts';
import { plainCode } from '../contract/signs.ts';
import { optionalText, plainText } from '../contract/text.ts';
import { email, optionalEmail, personName, phone } from '../users/contact.ts';
import { PASSWORD_REQUIRED, password, plainPassword } from '../users/password.ts';

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
  (form) => plainPassword(form.password) === plainPassword(form.confirmation),
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
