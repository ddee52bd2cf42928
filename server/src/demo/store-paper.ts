import { randomBytes } from 'node:crypto';
import type { FileCategory } from '@amasin/domain/files/file-category.ts';
import { buildFile } from '../builders/file.ts';
import type { SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';

/**
 * Stores a drawn paper as an upload of this user, bound at once.
 * @returns its key
 */
export async function storePaper(
  tx: Database,
  { files }: Pick<SystemCtx, 'files'>,
  paper: { bytes: Buffer; ownerId: string; category: FileCategory; at: Date },
): Promise<string> {
  const key = randomBytes(24).toString('base64url');
  // Bytes first, as in any upload: if the transaction fails, the nightly sweep removes them.
  await files.write(key, paper.bytes);
  const { ownerId, category, at, bytes } = paper;
  await buildFile(tx, { key, ownerId, category, bytes: bytes.length, createdAt: at, boundAt: at });
  return key;
}
