import { sql } from 'drizzle-orm';
import type { Database } from '../database.ts';

/** Waits for an advisory lock on this name and holds it until the transaction ends. */
export async function lockByName(tx: Database, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
