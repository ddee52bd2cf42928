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
 * Compares the marks of database and file store, and writes them at the first start. A restored database has none: the store that
 * has its files may still serve another house, so it is read and written, and nothing is erased in it. Files that cannot be reached
 * stop no server: orders are served without them, and the sweep compares again.
 * @returns false while the operator has not said that the store is this house's
 * @throws OperatorError with one line when the store belongs to another house, or lacks our files
 */
export async function requireOwnStore({ db, files, log }: Stores & Pick<SystemCtx, 'log'>): Promise<boolean> {
  try {
    if (await isMarked({ db, files })) return true;
    // Servers that start at once wait for each other, and a mark that the store does not take is in neither.
    return await transact(db, async (tx) => {
      await lockHouseMark(tx);
      return requireOrMark({ db: tx, files });
    });
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    log.error({ err: error.cause }, 'the file store cannot be used');
    return true;
  }
}

async function requireOrMark({ db, files }: Stores): Promise<boolean> {
  const marked = await ask(files.readMark());
  const ours = await findHouseMark(db);
  if (ours !== null && marked === ours) return true;
  const keys = await findSomeKeys(db, SAMPLE);
  if (marked !== null && (ours !== null || keys.length === 0))
    throw new OperatorError(`Ce stockage de fichiers est celui d’une autre maison. ${CHECK}`);
  if (keys.length > 0 && (ours !== null || !(await hasOneOf(files, keys))))
    throw new OperatorError(`Ce stockage n’a pas les fichiers que cette base connaît. ${CHECK}`);
  if (marked !== null) return false;
  await markStore({ db, files });
  return true;
}

/** Writes the mark into the store, and a new one into a database that has none: a house that had the store before loses it. */
export async function markStore({ db, files }: Stores): Promise<void> {
  const mark = await insertHouseMark(db, randomBytes(12).toString('base64url'));
  await ask(files.writeMark(mark));
}

async function isMarked({ db, files }: Stores): Promise<boolean> {
  const marked = await ask(files.readMark());
  return marked !== null && marked === (await findHouseMark(db));
}

/**
 * Whether bytes may be erased in the store: not before it has the mark of this database, which a restored one has only once the
 * operator adopts the store.
 * @throws Error when the store has another mark than this database
 */
export async function mayErase({ db, files }: Stores): Promise<boolean> {
  const ours = await findHouseMark(db);
  if (ours === null) return false;
  if ((await files.readMark()) === ours) return true;
  throw new Error('the file store has not the mark of this database');
}

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
