import { createHash, randomBytes } from 'node:crypto';

/** An opaque token of 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a token, from which it cannot be recovered. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The stored form of the token of a call; null without one. */
export function hashOfCall(token: string | null): string | null {
  return token === null ? null : tokenHash(token);
}

/** The bearer token of an Authorization header, or null. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([\w-]{16,200})$/i.exec(header ?? '')?.[1] ?? null;
}
