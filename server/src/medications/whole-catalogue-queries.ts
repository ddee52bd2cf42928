import { count, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type MedicationRow, medicationChanges, medications } from '../database/schema/medications.ts';
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

/** What is kept of the catalogue until it changes. */
export const findKept = cachedByVersion(findCatalogueVersion, async (db) => ({
  totals: await countMedications(db),
  /** The first pages that were read, by their statement. */
  firstPages: new Map<object, Promise<readonly MedicationRow[]>>(),
}));

/** How many medicines are not deleted, and how many of them customers can order. */
async function countMedications(db: Database): Promise<{ all: number; orderable: number }> {
  const [totals] = await db
    .select({
      all: count(),
      orderable: sql<number>`count(*) filter (where ${medications.reviewed} and ${medications.price} > 0)::int`,
    })
    .from(medications)
    .where(sql`${medications.deletedAt} is null`);
  return totals ?? { all: 0, orderable: 0 };
}
