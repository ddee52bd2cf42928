import type { Database } from '../database/database.ts';
import { transact } from '../database/transaction.ts';

/** Rows per write. */
const BATCH = 500;

/** A line of a file: its number from 1 and its value, or the reason why it cannot be read. */
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

/** A valid line with its number. */
export interface Candidate<T> {
  readonly line: number;
  readonly value: T;
}

interface Kind<T> {
  /** Reads the file from its beginning: a transaction may be retried. */
  readonly open: () => AsyncIterable<ReadLine<T>>;
  /** Identifies a value, to detect duplicates in the file. */
  readonly keyOf: (value: T) => string;
  /** The display name of a value. */
  readonly nameOf: (value: T) => string;
  /** Adds or updates rows; unchanged ones are skipped. */
  readonly write: (tx: Database, batch: readonly Candidate<T>[]) => Promise<Omit<ImportReport, 'read'>>;
  /** Runs at the end of the same transaction, with the number of rows that were added or updated. */
  readonly record: (tx: Database, changed: number) => Promise<void>;
}

/**
 * Imports a file line by line in one transaction; importing it again changes nothing. Of two lines with the
 * same key the second is rejected.
 * @throws what `open` throws for an invalid file; nothing is changed then
 */
export function importLines<T>(
  db: Database,
  { open, keyOf, nameOf, write, record }: Kind<T>,
): Promise<ImportReport> {
  return transact(db, async (tx) => {
    const refused: RefusedLine[] = [];
    const lineOf = new Map<string, number>();
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
      const before = lineOf.get(key);
      if (before !== undefined) {
        refused.push({ line, reason: `${nameOf(read)} est déjà à la ligne ${before}` });
        continue;
      }
      lineOf.set(key, line);
      if (batch.push({ line, value: read }) === BATCH) await flush();
    }
    await flush();
    await record(tx, counts.added + counts.updated);
    return { ...counts, refused: refused.sort((one, other) => one.line - other.line) };
  });
}
