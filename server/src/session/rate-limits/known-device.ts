import type { SystemCtx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { newToken, tokenHash } from '../tokens.ts';
import {
  DEVICE,
  findKnownDevice,
  insertKnownDevice,
  seeKnownDevice,
  trimKnownDevices,
} from './device-queries.ts';

const DAY_MS = 24 * 3600_000;
/** How long after its last sign-in a device is known. */
export const KNOWN_MS = 90 * DAY_MS;
/** Devices of one account; another sign-in forgets the one seen longest ago. */
const MAX_DEVICES = 20;

type DeviceCtx = Pick<SystemCtx, 'db' | 'clock'>;

const sinceOf = ({ clock }: Pick<SystemCtx, 'clock'>) => new Date(clock.now().getTime() - KNOWN_MS);

/**
 * Marks the device of a successful sign-in, so that wrong tries of strangers do not count against it. The mark opens nothing:
 * its holder needs the password too, and another password makes it void. The caller has locked the user's row.
 * @param sent the mark of an earlier sign-in
 * @returns the mark that the device keeps
 */
export async function markDevice(
  { clock }: DeviceCtx,
  tx: Database,
  userId: string,
  sent: string | undefined,
): Promise<string> {
  const seenAt = clock.now();
  const isKnown =
    sent !== undefined &&
    (await seeKnownDevice(tx, { markHash: tokenHash(sent), userId, seenAt }, sinceOf({ clock })));
  if (isKnown) return sent;
  const mark = newToken();
  const markHash = tokenHash(mark);
  await insertKnownDevice(tx, { markHash, userId, seenAt });
  await trimKnownDevices(tx, userId, { newest: markHash, limit: MAX_DEVICES });
  return mark;
}

/**
 * The id of a device that has signed in to the account of this phone or e-mail, else null. Only a mark that was sent is
 * looked up, so that it tells nothing about the account.
 */
export async function knownDeviceId(
  ctx: DeviceCtx,
  sent: string | undefined,
  identifier: string,
): Promise<string | null> {
  if (sent === undefined || sent === '') return null;
  const markHash = tokenHash(sent);
  return (await findKnownDevice(ctx.db, { markHash, identifier }, sinceOf(ctx))) ? markHash : null;
}

/** The place of a known device among the attempts. */
export const placeOfDevice = (id: string): string => `${DEVICE}${id}`;
