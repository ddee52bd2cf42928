import type { Database } from '../database/database.ts';
import { transact } from '../database/transaction.ts';

/** What goes to the database at once. */
const BATCH = 500;

/** A line of a file: where it stands, from 1, and what it holds or why it cannot be read. */
export interface ReadLine<T> {
  readonly line: number;
  readonly read: T | string;
}

export interface RefusedLine {
  readonly line: number;
  readonly reason: string;
}

export interface ImportReport {
  readonly read: number;
  readonly added: number;
  readonly updated: number;
  readonly refused: readonly RefusedLine[];
}

/** One thing of a file that can be written. */
export interface Candidate<T> {
  readonly line: number;
  readonly value: T;
}

interface Kind<T> {
  /** The file again from its beginning: a transaction may have to be tried again. */
  readonly open: () => AsyncIterable<ReadLine<T>>;
  /** What tells two things of a file apart. */
  readonly keyOf: (value: T) => string;
  /** What a person calls one. */
  readonly nameOf: (value: T) => string;
  /** Adds them or brings them up to date; those that say nothing new are left alone. */
  readonly write: (tx: Database, batch: readonly Candidate<T>[]) => Promise<Omit<ImportReport, 'read'>>;
}

/**
 * Reads a file into the database, line by line, all of it in one transaction, and as often as one likes. Of two lines that
 * name the same thing the second is refused.
 * @throws whatever `open` throws where it is no such file: nothing is changed
 */
export function importLines<T>(db: Database, { open, keyOf, nameOf, write }: Kind<T>): Promise<ImportReport> {
  return transact(db, async (tx) => {
    const refused: RefusedLine[] = [];
    const seen = new Map<string, number>();
    const counts = { read: 0, added: 0, updated: 0 };
    let batch: Candidate<T>[] = [];
    const flush = async () => {
      if (batch.length === 0) return;
      const written = await write(tx, batch);
      counts.added += written.added;
      counts.updated += written.updated;
      refused.push(...written.refused);
      batch = [];
    };
    for await (const { line, read } of open()) {
      counts.read += 1;
      if (typeof read === 'string') {
        refused.push({ line, reason: read });
        continue;
      }
      const key = keyOf(read);
      const before = seen.get(key);
      if (before !== undefined) {
        refused.push({ line, reason: `${nameOf(read)} est déjà à la ligne ${before}` });
        continue;
      }
      seen.set(key, line);
      if (batch.push({ line, value: read }) === BATCH) await flush();
    }
    await flush();
    return { ...counts, refused: refused.sort((one, other) => one.line - other.line) };
  });
}
