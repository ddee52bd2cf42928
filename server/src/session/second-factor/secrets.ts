import { randomInt } from 'node:crypto';
import { seal, unseal } from '../../sms/seal.ts';
import { codeHash, keyFor } from '../codes/secrets.ts';

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Codes of the step before and after are accepted: clocks of telephones differ. */
const WINDOW = 1;
/** Without 0, 1, o and l, which look alike. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 12;
const USE = 'second factors';

// Loaded by the first second factor.
async function totpOf(secret: string, label = '') {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ issuer: 'Amasin', label, secret: Secret.fromBase32(secret) });
}

/** A new secret in base32. */
export async function newSecret(): Promise<string> {
  const { Secret } = await import('otpauth');
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The `otpauth://` address of a secret, which an application reads as a QR code. */
export async function uriOf(secret: string, label: string): Promise<string> {
  return (await totpOf(secret, label)).toString();
}

/** The 30-second step whose code this is, of those accepted now; null when it is none of them. */
export async function stepOf(secret: string, code: string, now: Date): Promise<number | null> {
  const totp = await totpOf(secret);
  const timestamp = now.getTime();
  const delta = /^\d{6}$/.test(code) ? totp.validate({ token: code, timestamp, window: WINDOW }) : null;
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

export const sealSecret = (secret: string, linkSecret: string) => seal(secret, keyFor(linkSecret, USE));

/** @throws Error when it was sealed under another LINK_SECRET */
export const unsealSecret = (sealed: string, linkSecret: string) => unseal(sealed, keyFor(linkSecret, USE));

/** Codes of 60 random bits, without their hyphens. */
export function newRecoveryCodes(): string[] {
  const letter = () => LETTERS[randomInt(LETTERS.length)];
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: RECOVERY_LENGTH }, letter).join(''),
  );
}

/** The stored form of a recovery code. */
export const recoveryHash = (linkSecret: string, userId: string, code: string) =>
  codeHash(linkSecret, `recovery ${userId}`, code);

/** `abcd-efgh-ijkm`, as a person reads it. */
export const spelled = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code;
