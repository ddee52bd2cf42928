import { randomBytes } from 'node:crypto';
import { DAY_MS } from '@amasin/domain/contract/time.ts';
import {
  type FileCategory,
  MAX_NEW_PERSON_BYTES,
  MAX_PERSON_BYTES,
  mayUpload,
} from '@amasin/domain/files/file-category.ts';
import { trimPdf } from '@amasin/domain/files/pdf.ts';
import type { Actor, Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { FileRow } from '../database/schema/files.ts';
import { transact } from '../database/transaction.ts';
import { lockPresent } from '../people/queries.ts';
import { requireHealthConsent } from '../people/require-health-consent.ts';
import { requireProvenPhone } from '../people/require-proven-phone.ts';
import { Refusal } from '../refusal.ts';
import { pictureTypeOf } from './picture-type.ts';
import { insertFile, isVouchedFor, sumBytesOf } from './queries.ts';
import { redrawPicture } from './redraw.ts';

/** 192 bits: unguessable. */
const KEY_BYTES = 24;

/** A bound file counts towards the quota for this long. */
const COUNTED_MS = 30 * DAY_MS;

/**
 * Stores an upload of the caller: bytes first, then the row, so that no row is without bytes.
 * @throws 401 UNAUTHENTICATED when the account was deleted meanwhile; 403 FORBIDDEN for a category that this user type may not upload,
 * PHONE_PROOF_REQUIRED, CONSENT_WITHDRAWN; 413 FILE_TOO_LARGE, or QUOTA when the user's files exceed their quota; 415 FILE_TYPE when it is neither picture nor PDF; 503 STORAGE_UNAVAILABLE
 */
export async function uploadFile(
  ctx: Ctx,
  { file, type: category }: { file: Uint8Array; type: FileCategory },
): Promise<string> {
  const { db, clock, actor } = ctx;
  if (!mayUpload(actor.type, category)) throw new Refusal('FORBIDDEN');
  await requireProvenPhone(ctx);
  // A withdrawal meanwhile leaves an upload that nothing refers to, which the sweep removes.
  await requireHealthConsent(db, actor);
  const { bytes, contentType } = await acceptContent(file);
  const since = new Date(clock.now().getTime() - COUNTED_MS);
  // An early check without locks; the decisive one is below.
  await refuseOverQuota(db, actor, bytes.length, since);
  const key = randomBytes(KEY_BYTES).toString('base64url');
  await store(ctx, key, bytes);
  try {
    await transact(db, async (tx) => {
      // Concurrent uploads of one person wait for each other.
      await lockPresent(tx, actor._id);
      await refuseOverQuota(tx, actor, bytes.length, since);
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
    // If this fails, the nightly sweep removes the bytes.
    await ctx.files.remove(key).catch(() => ctx.log.warn({}, 'could not remove bytes without a row'));
    throw error;
  }
  return key;
}

/** @throws 413 QUOTA when the user's files, with these bytes, exceed what they may store */
async function refuseOverQuota(
  db: Database,
  { _id, type }: Actor,
  bytes: number,
  since: Date,
): Promise<void> {
  const total = (await sumBytesOf(db, _id, since)) + bytes;
  if (total <= MAX_NEW_PERSON_BYTES) return;
  if (!(await isVouchedFor(db, _id))) {
    const until = type === 'customer' ? 'votre première commande payée' : 'la vérification de votre compte';
    throw new Refusal('QUOTA', { values: { limit: `30 Mo jusqu’à ${until}` } });
  }
  if (total > MAX_PERSON_BYTES) throw new Refusal('QUOTA', { values: { limit: '200 Mo par personne' } });
}

async function store({ files, log }: Ctx, key: string, bytes: Uint8Array): Promise<void> {
  try {
    await files.write(key, bytes);
  } catch (error) {
    // The error itself is not logged: its path contains the key.
    log.error({ code: (error as NodeJS.ErrnoException).code }, 'the file store cannot be written');
    throw new Refusal('STORAGE_UNAVAILABLE');
  }
}

interface Content {
  readonly bytes: Uint8Array;
  readonly contentType: FileRow['contentType'];
}

/**
 * Returns the content to store: pictures are re-encoded, PDFs keep all but what was added around them.
 * @throws 415 FILE_TYPE for anything else, 413 FILE_TOO_LARGE, 503 UNAVAILABLE when too many pictures wait
 */
async function acceptContent(sent: Uint8Array): Promise<Content> {
  const pdf = trimPdf(sent);
  if (pdf !== null) return { bytes: pdf, contentType: 'application/pdf' };
  const file = Buffer.from(sent.buffer, sent.byteOffset, sent.length);
  const contentType = pictureTypeOf(file);
  if (contentType === null) throw new Refusal('FILE_TYPE');
  return { bytes: await redrawPicture(sent, contentType), contentType };
}
