import { Pool } from 'pg';
import type { Database } from '../database.ts';

/**
 * Keeps what `read` returns until the version changes, in whichever process. A version costs one read of few
 * rows; it must differ after every committed change.
 */
export function cachedByVersion<T>(
  findVersion: (db: Database) => Promise<string>,
  read: (db: Database) => Promise<T>,
): (db: Database) => Promise<T> {
  const last = new WeakMap<Database, { version: string; value: Promise<T> }>();
  return async (db) => {
    // A transaction may see what is never committed.
    if (!(db.$client instanceof Pool)) return read(db);
    // Before the value, which may then be newer than its version but never older.
    const version = await findVersion(db);
    const known = last.get(db);
    if (known?.version === version) return known.value;
    const kept = { version, value: read(db) };
    last.set(db, kept);
    kept.value.catch(() => {
      if (last.get(db) === kept) last.delete(db);
    });
    return kept.value;
  };
}
