import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { formatDay } from '@amasin/domain/contract/format.ts';
import { HOUR_MS, MINUTE_MS } from '@amasin/domain/contract/time.ts';
import type { FileCategory } from '@amasin/domain/files/file-category.ts';
import { recordOnceAnHour } from '../audit/record-reads.ts';
import type { Actor, Ctx, SystemCtx } from '../ctx.ts';
import type { FileRow } from '../database/schema/files.ts';
import type { Opened, OpenedObject } from '../ports/openers.ts';
import { Refusal, tooManyTries } from '../refusal.ts';
import { isSameText } from '../routing/same-text.ts';
import { otherCalls } from '../settings/limits.ts';
import { findCustomerOfFile, findFileFor, findReader, insertOpeningSince } from './queries.ts';

/**
 * Opens the object of a signed link and records who requested the link (rule 33). The link itself is the
 * permission, while their session lasts and they may see the object.
 * @throws 403 LINK_EXPIRED for an invalid link too; 404 FILE_NOT_FOUND when it was deleted or is no longer theirs; 410 FILE_ERASED;
 * 429 TOO_MANY_TRIES; 503 STORAGE_UNAVAILABLE
 */
export async function openLink(ctx: SystemCtx, token: string): Promise<Opened> {
  const { db, clock, linkSecrets, openers } = ctx;
  const link = readLink(linkSecrets, token, clock.now());
  const [, kind = '', name = ''] = /^(\w+):(.*)$/s.exec(link?.object ?? '') ?? [];
  const other = Object.hasOwn(openers, kind) ? openers[kind] : undefined;
  if (link === null || (kind !== 'file' && other === undefined)) throw new Refusal('LINK_EXPIRED');
  await limitOpenings(link, clock.now());
  const reader = await findReader(db, link, clock.now());
  if (reader === null) throw new Refusal('LINK_EXPIRED');
  const opened =
    kind === 'file' ? await openStoredFile(ctx, reader, name) : await other?.(db, name, reader._id);
  if (!opened) throw new Refusal('FILE_NOT_FOUND');
  try {
    const { object, userId } = link;
    const at = clock.now();
    await insertOpeningSince(db, { object, userId, at }, new Date(at.getTime() - RECORDED_MS));
    await recordOpening(ctx, reader, opened.about);
  } catch (error) {
    if (opened.bytes instanceof Readable) opened.bytes.destroy();
    throw error;
  }
  return opened;
}

/** Openings of one object by one person within this time are one row, ms. */
const RECORDED_MS = HOUR_MS;

type Reader = Pick<Actor, '_id' | 'type'>;

/** Records an opening in the journal, once an hour, unless the reader is the customer or the author of the object. */
async function recordOpening(
  { db, clock }: SystemCtx,
  actor: Reader,
  { kind, id, event, customerId, authorId }: OpenedObject,
): Promise<void> {
  if (actor._id === customerId || actor._id === authorId) return;
  const line = { action: 'open' as const, kind, id, customerId, ...(event && { details: { event } }) };
  await recordOnceAnHour({ clock, actor }, db, [line]);
}

const names: Readonly<Record<FileCategory, string>> = {
  insurance: 'carte',
  prescription: 'ordonnance',
  consultation: 'consultation',
  handover: 'remise',
  report: 'signalement',
};
const extensions: Readonly<Record<FileRow['contentType'], string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

/** Reads an upload from the store; null when there is none that this reader may see. */
async function openStoredFile({ db, files, log }: SystemCtx, reader: Reader, key: string) {
  const row = await findFileFor(db, reader, key);
  if (row === null) return null;
  refuseErased(row);
  const { category, contentType } = row;
  const file = await files.open(key).catch((error: NodeJS.ErrnoException) => {
    // The error itself is not logged: its path contains the key.
    log.error({ code: error.code }, 'the file store cannot be read');
    return null;
  });
  // Every row has bytes, so the store must be unavailable.
  if (file === null) throw new Refusal('STORAGE_UNAVAILABLE');
  return {
    bytes: file.stream,
    size: file.size,
    contentType,
    fileName: `${names[category]}.${extensions[contentType]}`,
    about: {
      kind: 'file' as const,
      id: row.id,
      authorId: row.ownerId,
      customerId: await findCustomerOfFile(db, row),
    },
  };
}

/** @throws 410 FILE_ERASED once the retention of a file has ended */
function refuseErased({ erasedAt }: FileRow): void {
  if (erasedAt !== null) throw new Refusal('FILE_ERASED', { values: { date: formatDay(erasedAt) } });
}

const KEY = /^[\w-]{1,100}$/;

/**
 * Makes a link to a file that the caller may open.
 * @throws 404 FILE_NOT_FOUND for any other key; 410 FILE_ERASED
 */
export async function signFile(ctx: Ctx, key: string): Promise<string> {
  const row = KEY.test(key) ? await findFileFor(ctx.db, ctx.actor, key) : null;
  if (row === null) throw new Refusal('FILE_NOT_FOUND');
  refuseErased(row);
  return linkTo(ctx, `file:${key}`);
}

/**
 * Makes a link that opens this object for 5 minutes, while this session lasts. The calling code must have checked the user's right
 * to it.
 */
export function linkTo({ linkSecrets: [secret], actor, clock }: Ctx, object: string): string {
  const expiresAt = new Date(clock.now().getTime() + LINK_MS);
  return `/api/files/${signLink(secret, { object, userId: actor._id, session: actor.session ?? '', expiresAt })}`;
}

/** The object of a signed link and its user. */
interface Link {
  /** `file:<key>` or any object with an opener. */
  readonly object: string;
  /** The user who requested it, recorded at each opening. */
  readonly userId: string;
  /** The hash of their session's token: the link ends with the session. */
  readonly session: string;
}

/** A link opens its object for this long, ms (rule 33). */
export const LINK_MS = 5 * 60_000;

/** Signs a token with object, user, session and expiry. */
export function signLink(secret: string, link: Link & { expiresAt: Date }): string {
  const { object, userId, session, expiresAt } = link;
  const payload = Buffer.from(JSON.stringify([object, userId, expiresAt.getTime(), session])).toString(
    'base64url',
  );
  return `${payload}.${signatureOf(secret, payload)}`;
}

/** @returns null for a token that is signed with none of these secrets, altered or expired */
export function readLink(secrets: readonly string[], token: string, now: Date): Link | null {
  const [payload = '', signature = '', ...rest] = token.split('.');
  // Compared as text: several base64 texts decode to the same bytes, but only one is ours.
  const isOurs = secrets.some((secret) => isSameText(signature, signatureOf(secret, payload)));
  if (rest.length > 0 || !isOurs) return null;
  const [object, userId, expiresAt, session] = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return now.getTime() < expiresAt ? { object, userId, session } : null;
}

const signatureOf = (secret: string, payload: string) =>
  // The prefix prevents using signatures of other purposes as links.
  createHmac('sha256', secret).update(`link ${payload}`).digest('base64url');

/** A refusal waits for this long, ms, so that clients that repeat at once leave the server time for others. */
export const REFUSAL_MS = 300;

let minute = 0;
/** The openings of the current minute, by person and object. Only valid links are counted. */
const openings = new Map<string, number>();

/** Counts an opening. @throws 429 TOO_MANY_TRIES above the limit */
export async function limitOpenings({ userId, object }: Omit<Link, 'session'>, now: Date): Promise<void> {
  const current = Math.floor(now.getTime() / MINUTE_MS);
  if (current !== minute) openings.clear();
  minute = current;
  const key = `${userId} ${object}`;
  const count = (openings.get(key) ?? 0) + 1;
  if (count > otherCalls.openingsPerMinute) {
    await new Promise((resolve) => setTimeout(resolve, REFUSAL_MS));
    throw tooManyTries((current + 1) * MINUTE_MS - now.getTime());
  }
  openings.set(key, count);
}
