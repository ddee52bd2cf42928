import { randomBytes } from 'node:crypto';
import type { SystemCtx } from '../ctx.ts';
import type { FileStore } from '../ports/file-store.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { findHouseMark, findSomeKeys, insertHouseMark } from './queries.ts';

type Stores = Pick<SystemCtx, 'db' | 'files'>;

/** One of so many known files has to be there before a store without a known mark is taken as ours. */
const SAMPLE = 20;

const CHECK =
  'Vérifiez FILES, DATA_DIR et S3_BUCKET ; s’il est bien le sien : npm run amasin -- files adopt.';

/**
 * Compares the marks of database and file store, and writes them at the first start. Files that cannot be reached stop no server:
 * orders are served without them, and the sweep compares again.
 * @throws OperatorError with one line when the store belongs to another house, or lacks our files
 */
export async function requireOwnStore({ db, files, log }: Stores & Pick<SystemCtx, 'log'>): Promise<void> {
  let marked: string | null;
  try {
    // Read before the database's, which another starting server writes first.
    marked = await files.readMark();
  } catch (error) {
    log.error({ err: error }, 'the file store cannot be read');
    return;
  }
  const ours = await findHouseMark(db);
  if (ours !== null && marked === ours) return;
  const keys = await findSomeKeys(db, SAMPLE);
  if (marked !== null && (ours !== null || keys.length === 0))
    throw new OperatorError(`Ce stockage de fichiers est celui d’une autre maison. ${CHECK}`);
  if (keys.length > 0 && (ours !== null || !(await hasOneOf(files, keys))))
    throw new OperatorError(`Ce stockage n’a pas les fichiers que cette base connaît. ${CHECK}`);
  await markStore({ db, files }, marked);
}

/** Writes the mark into the store, and a new one into a database that has none. */
export async function markStore({ db, files }: Stores, given: string | null = null): Promise<void> {
  const mark = await insertHouseMark(db, given ?? randomBytes(12).toString('base64url'));
  await files.writeMark(mark);
}

/** Whether the store has the mark of this database; neither has one before the first start. */
export const isOwnStore = async ({ db, files }: Stores) =>
  (await files.readMark()) === (await findHouseMark(db));

async function hasOneOf(files: FileStore, keys: readonly string[]): Promise<boolean> {
  for (const key of keys) {
    const opened = await files.open(key);
    opened?.stream.destroy();
    if (opened !== null) return true;
  }
  return false;
}
