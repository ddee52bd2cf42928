import type { SystemCtx } from '../ctx.ts';
import type { FileStore } from '../ports/file-store.ts';
import { findKeysAfter, findKnownKeys } from './queries.ts';

const BATCH = 500;
/** So many files are copied at once, of 10 MB at most. */
const AT_ONCE = 4;

export interface Moving {
  readonly source: FileStore;
  readonly target: FileStore;
  /** Whether each file leaves the source once it is in the target. */
  readonly empties: boolean;
  readonly signal?: AbortSignal;
}

export interface Moved {
  readonly copied: number;
  /** These were in the target before. */
  readonly there: number;
  readonly removed: number;
  /** These are in neither store. */
  readonly missing: readonly string[];
}

/**
 * Copies every file that the database knows, and compares each with its copy byte for byte. It may be repeated, and the server
 * may be running: what is uploaded meanwhile is copied by the next call.
 * @throws Error when a store cannot be used, or a copy is not like its file
 */
export async function moveFiles(
  db: SystemCtx['db'],
  { source, target, empties, signal }: Moving,
): Promise<Moved> {
  const moved = { copied: 0, there: 0, removed: 0 };
  const absent: string[] = [];
  const moveOne = async (key: string) => {
    const [bytes, found] = await Promise.all([source.read(key), target.read(key)]);
    if (bytes === null) {
      if (found === null) absent.push(key);
      else moved.there += 1;
      return;
    }
    if (isSame(bytes, found)) moved.there += 1;
    else {
      await target.write(key, bytes);
      if (!isSame(bytes, await target.read(key))) throw new Error('a copy is not like its file');
      moved.copied += 1;
    }
    if (!empties) return;
    await source.remove(key);
    moved.removed += 1;
  };
  let last = '';
  for (;;) {
    const keys = await findKeysAfter(db, last, BATCH);
    for (let at = 0; at < keys.length; at += AT_ONCE) {
      signal?.throwIfAborted();
      await Promise.all(keys.slice(at, at + AT_ONCE).map(moveOne));
    }
    if (keys.length < BATCH) break;
    last = keys.at(-1) ?? last;
  }
  // A file that was deleted meanwhile is not missing.
  const known = await findKnownKeys(db, absent);
  return { ...moved, missing: absent.filter((key) => known.has(key)) };
}

const isSame = (bytes: Uint8Array, found: Uint8Array | null) =>
  found !== null && Buffer.compare(bytes, found) === 0;
