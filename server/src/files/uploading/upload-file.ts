import { randomBytes } from 'node:crypto';
import { type FileCategory, MAX_PERSON_BYTES, mayUpload } from '@amasin/domain/files/file-category.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { insertFile, lockOwner, sumBytesOf } from '../queries.ts';
import { keepContent } from './keep-content.ts';

/** 192 bits: nobody guesses one. */
const KEY_BYTES = 24;

/** A file that something holds counts towards the quota for so long. */
const COUNTED_MS = 30 * 24 * 3600_000;

/** Keeps a file of the caller's: its bytes first, then its row, so that no row is ever without bytes. */
export async function uploadFile(
  ctx: Ctx,
  { file, type: category }: { file: Uint8Array; type: FileCategory },
): Promise<string> {
  const { db, clock, actor } = ctx;
  if (!mayUpload(actor.type, category)) throw new Refusal('FORBIDDEN');
  const { bytes, contentType } = await keepContent(file);
  const since = new Date(clock.now().getTime() - COUNTED_MS);
  // Without waiting for anybody, and without writing: the sum that counts is taken below.
  if ((await sumBytesOf(db, actor._id, since)) + bytes.length > MAX_PERSON_BYTES) throw new Refusal('QUOTA');
  const key = randomBytes(KEY_BYTES).toString('base64url');
  await store(ctx, key, bytes);
  try {
    await transact(db, async (tx) => {
      await lockOwner(tx, actor._id);
      if ((await sumBytesOf(tx, actor._id, since)) + bytes.length > MAX_PERSON_BYTES)
        throw new Refusal('QUOTA');
      const createdAt = clock.now();
      await insertFile(tx, {
        key,
        ownerId: actor._id,
        category,
        contentType,
        bytes: bytes.length,
        createdAt,
      });
    });
  } catch (error) {
    // What cannot be removed now, the nightly sweep will.
    await ctx.files.remove(key).catch(() => ctx.log.warn({}, 'bytes without a row are left'));
    throw error;
  }
  return key;
}

async function store({ files, log }: Ctx, key: string, bytes: Uint8Array): Promise<void> {
  try {
    await files.write(key, bytes);
  } catch (error) {
    // Not the error itself: its path holds the key.
    log.error({ code: (error as NodeJS.ErrnoException).code }, 'the file store takes no file');
    throw new Refusal('STORAGE_UNAVAILABLE');
  }
}
