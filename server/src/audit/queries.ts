import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { audit } from '../database/schema/audit.ts';
import { insertInto } from '../database/sql.ts';

export type NewAudit = typeof audit.$inferInsert;

/** Lines with an hour that were recorded within it are skipped. */
export async function insertAudit(db: Database, rows: readonly NewAudit[]): Promise<void> {
  if (rows.length > 0) await db.execute(sql`${insertInto(audit, rows)} on conflict do nothing`);
}
