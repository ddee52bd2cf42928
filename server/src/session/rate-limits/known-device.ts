import { createHmac, randomBytes } from 'node:crypto';
import type { SystemCtx } from '../../ctx.ts';
import { isSameText } from '../../routing/same-text.ts';
import { keyFor } from '../codes/secrets.ts';

type DeviceCtx = Pick<SystemCtx, 'linkSecret'>;

/** Phone and e-mail of a person: each may name the account. */
const MAX_NAMES = 2;

/**
 * Marks the device of a successful sign-in, so that wrong tries of strangers do not count against it. It opens nothing: its
 * holder needs the password too.
 * @param subjects the hashed identifiers of the account
 */
export function newDevice(ctx: DeviceCtx, subjects: readonly string[]): string {
  const id = randomBytes(12).toString('base64url');
  return [id, ...subjects.map((subject) => signatureOf(ctx, id, subject))].join('.');
}

/** The id of a device that has signed in to this account before, else null. */
export function knownDeviceId(ctx: DeviceCtx, sent: string | undefined, subject: string): string | null {
  const [id = '', ...signatures] = (sent ?? '').split('.', MAX_NAMES + 1);
  const expected = signatureOf(ctx, id, subject);
  return signatures.some((signature) => isSameText(signature, expected)) ? id : null;
}

function signatureOf({ linkSecret }: DeviceCtx, id: string, subject: string): string {
  return createHmac('sha256', keyFor(linkSecret, 'devices')).update(`${id}:${subject}`).digest('base64url');
}
