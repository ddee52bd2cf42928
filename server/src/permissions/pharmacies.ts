import type { pharmacyEndpoints } from '@amasin/domain/pharmacies/endpoints.ts';
import { eq } from 'drizzle-orm';
import { buildDutyList, buildDutyShift, buildPlace } from '../builders/place.ts';
import { wholePlace } from '../builders/whole.ts';
import { places } from '../database/schema/places.ts';
import type { ScenariosOf } from './scenario.ts';
import type { World } from './world.ts';

const NIGHT = '2026-11-20';

const { latitude, longitude, phone, address, ...ofDirectory } = wholePlace;

/** Adds what only the directory says to the place of an account. */
async function wholeAccount({ server, people }: World): Promise<string> {
  const { id } = people.pharmacy.owner;
  await server.db.update(places).set(ofDirectory).where(eq(places.id, id));
  return id;
}

export const pharmacyScenarios: ScenariosOf<typeof pharmacyEndpoints> = {
  searchPharmacies: {
    legal: () => ({ query: { lat: 6.37, lng: 2.39, radius: 30 } }),
    rows: wholeAccount,
  },
  listOnDuty: {
    legal: () => ({}),
    more: async (world) => {
      const { server, people } = world;
      await wholeAccount(world);
      await buildDutyList(server.db);
      await buildDutyShift(server.db, { placeId: people.pharmacy.owner.id, startsAt: server.clock.now() });
      return [{ query: { lat: 6.37, lng: 2.39 } }];
    },
  },
  readPharmacy: {
    legal: async ({ server }) => ({ params: { id: (await buildPlace(server.db)).id } }),
    more: async (world) => [{ params: { id: await wholeAccount(world) } }],
  },
  listPharmacies: {
    legal: () => ({ query: { q: 'pharmacie' } }),
    rows: wholeAccount,
    more: async ({ people }) => [{ query: { q: people.pharmacy.owner.name } }],
  },
  switchDuty: {
    legal: async ({ server }, { id, type }) => ({
      params: { id: type === 'pharmacy' ? id : (await buildPlace(server.db)).id },
      body: { onDuty: true },
    }),
    near: async ({ server, people }) => ({
      visible: [],
      hidden: [people.pharmacy.stranger.id, (await buildPlace(server.db)).id].map((id) => ({
        params: { id },
        body: { onDuty: true },
      })),
    }),
    more: async (world) => [{ params: { id: await wholeAccount(world) }, body: { onDuty: true } }],
  },
  listDutyShifts: {
    legal: () => ({ query: { from: NIGHT } }),
    rows: async ({ server }) => {
      await buildDutyShift(server.db, { placeId: (await buildPlace(server.db, wholePlace)).id });
    },
  },
  addDutyShifts: {
    legal: async ({ server }) => ({
      body: { pharmacies: [(await buildPlace(server.db, wholePlace)).id], night: NIGHT },
    }),
  },
  copyDutyWeek: { legal: () => ({ body: { from: NIGHT } }) },
  readDutyList: {
    legal: () => ({ body: { text: 'Pharmacie Zogbo', week: NIGHT } }),
    rows: ({ server }) => buildPlace(server.db, { ...wholePlace, name: 'Pharmacie Zogbo' }),
  },
  importDutyList: {
    legal: async ({ server }) => ({
      body: {
        source: 'Ordre des pharmaciens',
        date: NIGHT,
        shifts: [{ pharmacy: (await buildPlace(server.db)).id, nights: [NIGHT] }],
      },
    }),
  },
  deleteDutyShift: {
    legal: async ({ server }) => ({ params: { id: (await buildDutyShift(server.db)).id } }),
  },
};
