import { join } from 'node:path';
import type { Env } from '../env.ts';
import type { FileStore } from '../ports/file-store.ts';
import { folderStore } from './folder-store.ts';

/** Opens the file store that the settings name; the client of S3 is loaded only then. */
export async function openFileStore({
  FILES,
  S3,
  DATA_DIR,
}: Pick<Env, 'FILES' | 'S3' | 'DATA_DIR'>): Promise<FileStore> {
  if (FILES === 'folder' || S3 === null) return folderStore(join(DATA_DIR, 'files'));
  const { s3Store } = await import('./s3-store.ts');
  return s3Store(S3);
}
