import { count, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { medicationChanges, medications } from '../database/schema/medications.ts';
import { cachedByVersion } from '../database/statements/cached-by-version.ts';
import { preparedOnce } from '../database/statements/prepared.ts';

const { id } = medicationChanges;
const versions = preparedOnce((db) =>
  db
    .select({ ids: sql<string>`coalesce(string_agg(${id}::text, ' ' order by ${id}), '')` })
    .from(medicationChanges)
    .prepare('catalogue_version'),
);

/** Differs after every change of the catalogue. */
export async function findCatalogueVersion(db: Database): Promise<string> {
  const [row] = await versions(db).execute();
  return row?.ids ?? '';
}

/** How many medicines are not deleted, and how many of them customers can order. */
export const findTotals = cachedByVersion(findCatalogueVersion, async (db) => {
  const [totals] = await db
    .select({
      all: count(),
      orderable: sql<number>`count(*) filter (where ${medications.reviewed} and ${medications.price} > 0)::int`,
    })
    .from(medications)
    .where(sql`${medications.deletedAt} is null`);
  return totals ?? { all: 0, orderable: 0 };
});
