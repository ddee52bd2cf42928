import { Readable } from 'node:stream';
import type { FileCategory } from '@amasin/domain/files/file-category.ts';
import { recordOnceAnHour } from '../../audit/recording/once-an-hour.ts';
import type { Actor, SystemCtx } from '../../ctx.ts';
import type { FileRow } from '../../database/schema/files.ts';
import type { Opened, OpenedObject } from '../../ports/openers.ts';
import { Refusal } from '../../refusal.ts';
import { canSeeFile, findCustomerOfFile, findFile, findReader, insertOpening } from '../queries.ts';
import { limitOpenings } from './limit-openings.ts';
import { readLink } from './signed-link.ts';

/**
 * Opens the object of a signed link and records who requested the link (rule 33). The link itself is the
 * permission, while their session lasts and they may see the object.
 * @throws 403 LINK_EXPIRED for an invalid link too; 404 FILE_NOT_FOUND when it was deleted or is no longer theirs; 429 TOO_MANY_TRIES;
 * 503 STORAGE_UNAVAILABLE
 */
export async function openLink(ctx: SystemCtx, token: string): Promise<Opened> {
  const { db, clock, linkSecret, openers } = ctx;
  const link = readLink(linkSecret, token, clock.now());
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
    await insertOpening(db, { object: link.object, userId: link.userId, at: clock.now() });
    await recordOpening(ctx, reader, opened.about);
  } catch (error) {
    if (opened.bytes instanceof Readable) opened.bytes.destroy();
    throw error;
  }
  return opened;
}

type Reader = Pick<Actor, '_id' | 'type'>;

/** In the journal, once an hour; not for the customer or the author of the object. */
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
};
const extensions: Readonly<Record<FileRow['contentType'], string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

/** Reads an upload from the store; null when there is none that this reader may see. */
async function openStoredFile({ db, files, log }: SystemCtx, reader: Reader, key: string) {
  const row = (await canSeeFile(db, reader, key)) ? await findFile(db, key) : null;
  if (row === null) return null;
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
