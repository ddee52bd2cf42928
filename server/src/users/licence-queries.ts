import { and, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { users } from '../database/schema/users.ts';
import { notRemoved } from '../people/queries.ts';

/** The active pharmacies whose authorisation has an end, locked, with what was last told of it. */
export async function findLicences(tx: Database) {
  const rows = await tx
    .select({ id: users.id, name: users.name, until: users.licenceUntil, toldAt: users.licenceTold })
    .from(users)
    .where(and(eq(users.type, 'pharmacy'), eq(users.active, true), isNotNull(users.licenceUntil), notRemoved))
    .orderBy(users.id)
    .for('no key update');
  return rows.map((row) => ({ ...row, until: row.until ?? '' }));
}

export async function setLicenceTold(tx: Database, id: string, alarm: number): Promise<void> {
  await tx.update(users).set({ licenceTold: alarm }).where(eq(users.id, id));
}
