import { createHmac } from 'node:crypto';
import { isSameText } from '../../routing/same-text.ts';

/** The object of a signed link and its user. */
export interface Link {
  /** `file:<key>` or any object with an opener. */
  readonly object: string;
  /** The user who requested it, recorded at each opening. */
  readonly userId: string;
  /** The hash of their session's token: the link ends with the session. */
  readonly session: string;
}

/** How long a link opens its object, ms (rule 33). */
export const LINK_MS = 5 * 60_000;

/** A token with object, user, session and expiry, signed with this secret. */
export function signLink(secret: string, link: Link & { expiresAt: Date }): string {
  const { object, userId, session, expiresAt } = link;
  const payload = Buffer.from(JSON.stringify([object, userId, expiresAt.getTime(), session])).toString(
    'base64url',
  );
  return `${payload}.${signatureOf(secret, payload)}`;
}

/** @returns null for a token that is forged, altered or expired */
export function readLink(secret: string, token: string, now: Date): Link | null {
  const [payload = '', signature = '', ...rest] = token.split('.');
  // Compared as text: several base64 texts decode to the same bytes, but only one is ours.
  if (rest.length > 0 || !isSameText(signature, signatureOf(secret, payload))) return null;
  const [object, userId, expiresAt, session] = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return now.getTime() < expiresAt ? { object, userId, session } : null;
}

const signatureOf = (secret: string, payload: string) =>
  // The prefix prevents using signatures of other purposes as links.
  createHmac('sha256', secret).update(`link ${payload}`).digest('base64url');
