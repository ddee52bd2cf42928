import type { DutyList } from '@amasin/domain/pharmacies/duty-list/duty-list.ts';
import type { TimeRange } from '@amasin/domain/pharmacies/duty-night.ts';
import { desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { dutyLists, dutyShifts, places } from '../../database/schema/places.ts';

/** Every listed pharmacy, by name. */
export function findDirectory(
  db: Database,
): Promise<{ _id: string; name: string; address: string | null }[]> {
  return db
    .select({ _id: places.id, name: places.name, address: places.address })
    .from(places)
    .where(eq(places.active, true))
    .orderBy(sql`${places.name} collate "french"`, places.id);
}

/** The latest published list; null when none was imported. */
export async function findLatestList(db: Database): Promise<DutyList | null> {
  const [row] = await db
    .select({ date: dutyLists.listedOn, source: dutyLists.source })
    .from(dutyLists)
    .orderBy(desc(dutyLists.listedOn), desc(dutyLists.createdAt))
    .limit(1);
  return row ?? null;
}

/** Records a published list unless it is known. */
export async function insertList(tx: Database, { date, source }: DutyList, createdAt: Date): Promise<void> {
  await tx.insert(dutyLists).values({ source, listedOn: date, createdAt }).onConflictDoNothing();
}

/**
 * Adds these shifts unless they exist.
 * @returns how many were added
 */
export async function insertListed(
  tx: Database,
  shifts: readonly (TimeRange & { placeId: string })[],
  createdAt: Date,
): Promise<number> {
  if (shifts.length === 0) return 0;
  const added = await tx
    .insert(dutyShifts)
    .values(shifts.map((shift) => ({ ...shift, createdAt })))
    .onConflictDoNothing()
    .returning({ id: dutyShifts.id });
  return added.length;
}
