import { searchText } from '@amasin/domain/medications/search-text.ts';
import { townIn } from '@amasin/domain/zones/zone.ts';
import type { Database } from '../database/database.ts';
import { type MedicationRow, medications } from '../database/schema/medications.ts';
import { type ZoneRow, zones } from '../database/schema/places.ts';

const since = new Date('2026-01-01T08:00:00Z');
let count = 0;

/** A reviewed medicine, visible to customers. */
export async function buildMedication(
  db: Database,
  fields: Partial<typeof medications.$inferInsert> = {},
): Promise<MedicationRow> {
  count += 1;
  const label = fields.label ?? `Médicament d’essai ${count}`;
  const [row] = await db
    .insert(medications)
    .values({
      form: 'tablet',
      price: 1000,
      reviewed: true,
      createdAt: since,
      ...fields,
      label,
      searchText: searchText(label),
      ...(fields.substances && { substanceText: searchText(fields.substances) }),
    })
    .returning();
  if (row === undefined) throw new Error('the medicine was not inserted');
  return row;
}

export async function buildZone(
  db: Database,
  fields: Partial<typeof zones.$inferInsert> = {},
): Promise<ZoneRow> {
  count += 1;
  const label = fields.label ?? `Zone d’essai ${count}`;
  const [row] = await db
    .insert(zones)
    .values({
      sectors: ['Quartier'],
      town: townIn(label),
      price: 500,
      createdAt: since,
      ...fields,
      label,
      searchText: searchText(label),
    })
    .returning();
  if (row === undefined) throw new Error('the zone was not inserted');
  return row;
}
