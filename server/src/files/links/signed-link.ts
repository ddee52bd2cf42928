import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a signed link opens, and for whom. */
export interface Link {
  /** `file:<key>`, or whatever else has an opener. */
  readonly object: string;
  /** Who asked for it: the opening is recorded under their name. */
  readonly userId: string;
}

/** How long a link opens its object, ms (RULES 33). */
export const LINK_MS = 5 * 60_000;

/** A token that says what it opens, for whom and until when, and that only this secret can make. */
export function signLink(secret: string, link: Link & { expiresAt: Date }): string {
  const { object, userId, expiresAt } = link;
  const said = Buffer.from(JSON.stringify([object, userId, expiresAt.getTime()])).toString('base64url');
  return `${said}.${signatureOf(secret, said)}`;
}

/** Null for a token that is not ours, was changed or is over. */
export function readLink(secret: string, token: string, now: Date): Link | null {
  const [said = '', signature = '', ...rest] = token.split('.');
  const expected = Buffer.from(signatureOf(secret, said));
  // As text: several texts of base64 stand for the same bytes, and only one of them is ours.
  const given = Buffer.from(signature);
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [object, userId, expiresAt] = JSON.parse(Buffer.from(said, 'base64url').toString());
  return now.getTime() < expiresAt ? { object, userId } : null;
}

const signatureOf = (secret: string, said: string) =>
  // What else this secret may sign one day is no link.
  createHmac('sha256', secret).update(`link ${said}`).digest('base64url');
