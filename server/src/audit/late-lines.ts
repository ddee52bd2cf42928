import type { Database } from '../database/database.ts';
import { isDiskFull } from '../database/errors.ts';
import { insertAudit, type NewAudit } from './queries.ts';

/** These take some 5 MB. Further lines are refused, and so is what they record. */
const MAX_LATE = 10_000;
/** A statement has at most 65,535 parameters. */
const AT_ONCE = 1_000;

/** Lines that this process could not write because the disk was full. */
const late = new WeakMap<Database, NewAudit[]>();

/**
 * Inserts lines; on a full disk, keeps them until it has room, so that reading goes on.
 * @throws when there is no room for them in memory either
 */
export async function insertNowOrLater(db: Database, rows: readonly NewAudit[]): Promise<void> {
  await writeLateLines(db);
  try {
    await insertAudit(db, rows);
  } catch (error) {
    const earlier = late.get(db) ?? [];
    if (!isDiskFull(error) || earlier.length + rows.length > MAX_LATE) throw error;
    late.set(db, [...earlier, ...rows]);
  }
}

/** Writes the waiting lines, unless the disk is still full. Lines that another call has written meanwhile are skipped. */
export async function writeLateLines(db: Database): Promise<void> {
  for (let rows = late.get(db) ?? []; rows.length > 0; rows = late.get(db) ?? []) {
    const written = new Set(rows.slice(0, AT_ONCE));
    try {
      await insertAudit(db, [...written]);
    } catch (error) {
      if (isDiskFull(error)) return;
      throw error;
    }
    late.set(
      db,
      (late.get(db) ?? []).filter((row) => !written.has(row)),
    );
  }
}
