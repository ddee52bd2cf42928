import type { HouseSettings } from '@amasin/domain/house/settings.ts';
import { eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { houseSettings } from '../database/schema/house.ts';

export interface SavedHouse {
  readonly version: number;
  readonly saved: Partial<HouseSettings>;
}

const columns = { version: houseSettings.version, saved: houseSettings.saved };

/** Finds what was saved on the screen; version 0 without anything. */
export async function findHouse(db: Database): Promise<SavedHouse> {
  const [row] = await db.select(columns).from(houseSettings);
  return row ?? { version: 0, saved: {} };
}

/**
 * Replaces what was saved.
 * @returns null when somebody else has saved since this version
 */
export async function saveHouse(
  db: Database,
  version: number,
  saved: Partial<HouseSettings>,
  updatedAt: Date,
): Promise<SavedHouse | null> {
  const values = { version: version + 1, saved, updatedAt };
  const [row] = await db
    .insert(houseSettings)
    .values(values)
    .onConflictDoUpdate({
      target: houseSettings.id,
      set: values,
      setWhere: eq(houseSettings.version, version),
    })
    .returning(columns);
  return row ?? null;
}
