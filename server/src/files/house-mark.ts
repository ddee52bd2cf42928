import { randomBytes } from 'node:crypto';
import type { SystemCtx } from '../ctx.ts';
import { transact } from '../database/transaction.ts';
import type { FileStore } from '../ports/file-store.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { findHouseMark, findSomeKeys, insertHouseMark, lockHouseMark } from './queries.ts';

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
  try {
    if (await isMarked({ db, files })) return;
    // Servers that start at once wait for each other, and a mark that the store does not take is in neither.
    await transact(db, async (tx) => {
      await lockHouseMark(tx);
      await requireOrMark({ db: tx, files });
    });
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    log.error({ err: error.cause }, 'the file store cannot be used');
  }
}

async function requireOrMark({ db, files }: Stores): Promise<void> {
  const marked = await ask(files.readMark());
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
  await ask(files.writeMark(mark));
}

async function isMarked({ db, files }: Stores): Promise<boolean> {
  const marked = await ask(files.readMark());
  return marked !== null && marked === (await findHouseMark(db));
}

/** Whether the store has the mark of this database; neither has one before the first start. */
export const isOwnStore = async ({ db, files }: Stores) =>
  (await files.readMark()) === (await findHouseMark(db));

async function hasOneOf(files: FileStore, keys: readonly string[]): Promise<boolean> {
  for (const key of keys) {
    const opened = await ask(files.open(key));
    opened?.stream.destroy();
    if (opened !== null) return true;
  }
  return false;
}

/** Separates failures of the store from those of the database, which stop a start. */
class StoreError extends Error {}

async function ask<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw new StoreError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
