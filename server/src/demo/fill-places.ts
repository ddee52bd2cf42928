import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import { dutyNight, nightsFrom, tonight } from '@amasin/domain/pharmacies/duty-night.ts';
import { eq } from 'drizzle-orm';
import { buildDutyList, buildDutyShift, buildPlace } from '../builders/place.ts';
import type { Database } from '../database/database.ts';
import { places } from '../database/schema/places.ts';
import { readPlaces } from './tables.ts';

const NIGHTS = 7;

/** Opening hours of the pharmacies with accounts, by key. */
const accountHours = { pharmacie: '24/7', pharmacie2: 'Mo-Su 08:00-22:00' };

/** The pharmacies on duty, in rotation by night: names of places or keys of people. */
const dutyTurns = [
  ['Pharmacie Mahutin', 'Pharmacie Gbèdagni'],
  ['Pharmacie Sèwanou', 'pharmacie2'],
  ['Pharmacie Alougbine', 'Pharmacie Kpèvi', 'pharmacie'],
];

/** Creates the directory, and a list of duty with its shifts for tonight and the six following nights. */
export async function fillPlaces(
  tx: Database,
  people: ReadonlyMap<string, { readonly id: string }>,
  now: Date,
): Promise<void> {
  const ids = new Map([...people].map(([key, { id }]) => [key, id]));
  for (const place of readPlaces()) ids.set(place.name, (await buildPlace(tx, place)).id);
  for (const [key, hours] of Object.entries(accountHours)) {
    await tx
      .update(places)
      .set({ hours })
      .where(eq(places.id, ids.get(key) ?? ''));
  }
  await buildDutyList(tx, { listedOn: dayInBenin(now), createdAt: now });
  for (const [index, night] of nightsFrom(tonight(now), NIGHTS).entries()) {
    const shift = dutyNight(night);
    for (const name of dutyTurns[index % dutyTurns.length] ?? []) {
      const placeId = ids.get(name);
      if (placeId === undefined || shift === null) throw new Error(`demo data: no such pharmacy: ${name}`);
      await buildDutyShift(tx, { placeId, ...shift, createdAt: now });
    }
  }
}
