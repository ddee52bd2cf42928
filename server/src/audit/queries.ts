import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { audit } from '../database/schema/audit.ts';
import { users } from '../database/schema/users.ts';
import { insertInto } from '../database/sql.ts';

export type NewAudit = typeof audit.$inferInsert;

/** Lines with an hour that were recorded within it are skipped. */
export async function insertAudit(db: Database, rows: readonly NewAudit[]): Promise<void> {
  if (rows.length > 0) await db.execute(sql`${insertInto(audit, rows)} on conflict do nothing`);
}

/** The ids of customers by their telephones. */
export async function findCustomersByPhone(
  db: Database,
  phones: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (phones.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, phone: users.phone })
    .from(users)
    .where(and(inArray(users.phone, [...phones]), eq(users.type, 'customer')));
  return new Map(rows.map(({ id, phone }) => [phone ?? '', id]));
}
