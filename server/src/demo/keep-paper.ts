import { randomBytes } from 'node:crypto';
import type { FileCategory } from '@amasin/domain/files/file-category.ts';
import { buildFile } from '../builders/file.ts';
import type { SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';

/** Keeps a drawn paper as if this person had sent it, for the thing that is about to hold it: its key. */
export async function keepPaper(
  tx: Database,
  { files }: Pick<SystemCtx, 'files'>,
  paper: { bytes: Buffer; ownerId: string; category: FileCategory; at: Date },
): Promise<string> {
  const key = randomBytes(24).toString('base64url');
  // Bytes first, as for any upload: what a broken-off start leaves, the nightly sweep takes.
  await files.write(key, paper.bytes);
  const { ownerId, category, at, bytes } = paper;
  await buildFile(tx, { key, ownerId, category, bytes: bytes.length, createdAt: at, boundAt: at });
  return key;
}
