import { dutyNight, nightsFrom, tonight } from '@amasin/domain/pharmacies/duty-night.ts';
import { normalizePhone } from '@amasin/domain/users/phone-number.ts';
import { eq } from 'drizzle-orm';
import { buildDutyShift, buildPlace } from '../builders/place.ts';
import type { Database } from '../database/database.ts';
import { places } from '../database/schema/places.ts';
import { demoDutyTurns, demoHours, demoPlaces } from './places.ts';

const NIGHTS = 7;

/** Creates the directory, and duty shifts for tonight and the six following nights. */
export async function fillPlaces(
  tx: Database,
  people: ReadonlyMap<string, { readonly id: string }>,
  now: Date,
): Promise<void> {
  const ids = new Map([...people].map(([key, { id }]) => [key, id]));
  for (const [index, { phone, ...place }] of demoPlaces.entries()) {
    const sourceId = `demo/${index + 1}`;
    const { id } = await buildPlace(tx, { ...place, sourceId, phone: phone && normalizePhone(phone) });
    ids.set(place.name, id);
  }
  for (const [key, hours] of Object.entries(demoHours)) {
    await tx
      .update(places)
      .set({ hours })
      .where(eq(places.id, ids.get(key) ?? ''));
  }
  for (const [index, night] of nightsFrom(tonight(now), NIGHTS).entries()) {
    const shift = dutyNight(night);
    for (const name of demoDutyTurns[index % demoDutyTurns.length] ?? []) {
      const placeId = ids.get(name);
      if (placeId === undefined || shift === null)
        throw new Error(`demonstration: no such pharmacy: ${name}`);
      await buildDutyShift(tx, { placeId, ...shift, createdAt: now });
    }
  }
}
