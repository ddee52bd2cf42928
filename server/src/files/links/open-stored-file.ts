import type { FileCategory } from '@amasin/domain/files/file-category.ts';
import type { SystemCtx } from '../../ctx.ts';
import type { FileRow } from '../../database/schema/files.ts';
import { Refusal } from '../../refusal.ts';
import { findFile } from '../queries.ts';

const names: Readonly<Record<FileCategory, string>> = { insurance: 'carte', prescription: 'ordonnance' };
const endings: Readonly<Record<FileRow['contentType'], string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

/** An upload, as it lies in the store. */
export async function openStoredFile({ db, files, log }: SystemCtx, key: string) {
  const row = await findFile(db, key);
  if (row === null) return null;
  const { category, contentType } = row;
  const bytes = await files.read(key).catch((error: NodeJS.ErrnoException) => {
    // Not the error itself: its path holds the key.
    log.error({ code: error.code }, 'the file store cannot be read');
    return null;
  });
  // There is no row without bytes: it is the store that is not there.
  if (bytes === null) throw new Refusal('STORAGE_UNAVAILABLE');
  return { bytes, contentType, fileName: `${names[category]}.${endings[contentType]}` };
}
