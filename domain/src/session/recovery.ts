import { z } from 'zod';
import { plainCode } from '../contract/signs.ts';
import { optionalText, plainText, requiredText } from '../contract/text.ts';
import { phone } from '../users/contact.ts';
import { password } from '../users/password.ts';
import { confirmation, knownDevice, passwordsMatch } from './credentials.ts';

const PHONE_REQUIRED = 'Numéro de téléphone requis';

const CODE_DIGITS = 6;

/**
 * The six digits of a code as people type it, or paste it with the whole message around it (« votre code est 123456. Il expire… »). Text
 * in which no such number, or more than one, stands apart is returned without what people put between digits.
 */
function readSentCode(text: string): string {
  const plain = plainCode(text);
  const typed = plain.replace(/[\s.-]/g, '');
  if (/^\d*$/.test(typed)) return typed;
  const numbers = new Set(plain.split(/\D+/).filter(({ length }) => length === CODE_DIGITS));
  return numbers.size === 1 ? ([...numbers][0] ?? typed) : typed;
}

/** The `request` of an answer of POST /auth/request-otp; a missing one is handled like a wrong one. */
const codeRequested = plainText(100).optional().catch(undefined);

/**
 * Body of POST /auth/request-otp. `request` names the former code of the same page, which the new one replaces. `captcha` is the solved challenge of GET /auth/captcha, as base64
 * JSON.
 */
export const codeRequest = z.object({
  phone: phone(PHONE_REQUIRED),
  captcha: requiredText('Vérification anti-robot requise', 4_000, 'Vérification anti-robot invalide'),
  device: knownDevice,
  request: codeRequested,
});

/** The form of /forgot-password; the captcha is solved in the background. */
export const codeRequestForm = codeRequest.pick({ phone: true });

/** A browser needs this to have codes sent by Firebase. It is public by design: it identifies the project and opens nothing. */
export const firebaseProject = z.object({
  apiKey: z.string(),
  authDomain: z.string(),
  projectId: z.string(),
});

export type FirebaseProject = z.output<typeof firebaseProject>;

/**
 * Body of POST /auth/verify-otp. An invalid code is handled like a wrong one. `idToken` replaces it where Firebase sends the
 * codes: what it gave the browser for a right one.
 */
export const codeCheck = z.object({
  phone: phone(PHONE_REQUIRED),
  request: codeRequested,
  code: z
    .union([z.string().max(500), z.number(), z.null()])
    .optional()
    .transform((code) => readSentCode(String(code ?? '')).replace(/\D/g, '')),
  idToken: plainText(4_000).optional().catch(undefined),
});

/** The form of /verify-otp. */
export const codeForm = z.object({
  code: z
    .string({ error: 'Code requis' })
    .transform(readSentCode)
    .pipe(
      z
        .string()
        .min(1, 'Code requis')
        .regex(/^\d{6}$/, 'Le code a 6 chiffres'),
    ),
});

/** Body of POST /auth/reset-password. A missing token is handled like a wrong one. */
export const passwordReset = z.object({
  phone: phone(PHONE_REQUIRED),
  resetToken: optionalText(200).transform((token) => token ?? ''),
  password,
});

/** Body of POST /auth/phone: the token of a verified code. A missing one is handled like a wrong one. */
export const phoneProof = passwordReset.pick({ resetToken: true });

/** The form of /reset-password. */
export const passwordResetForm = z.object({ password, confirmation }).refine(...passwordsMatch);
