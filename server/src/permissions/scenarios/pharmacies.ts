import type { pharmacyEndpoints } from '@amasin/domain/pharmacies/endpoints.ts';
import { buildDutyShift, buildPlace } from '../../builders/place.ts';
import type { ScenariosOf } from '../scenario.ts';

const NIGHT = '2026-11-20';

export const pharmacyScenarios: ScenariosOf<typeof pharmacyEndpoints> = {
  searchPharmacies: { legal: () => ({ query: { lat: 6.37, lng: 2.39, radius: 30 } }) },
  listOnDuty: { legal: () => ({}) },
  readPharmacy: {
    legal: async ({ server }) => ({ params: { id: (await buildPlace(server.db)).id } }),
  },
  listPharmacies: { legal: () => ({ query: { q: 'pharmacie' } }) },
  switchDuty: {
    legal: async ({ server }, { id, type }) => ({
      params: { id: type === 'pharmacy' ? id : (await buildPlace(server.db)).id },
      body: { onDuty: true },
    }),
    near: async ({ server, people }) => ({
      seen: [],
      unseen: [people.pharmacy.stranger.id, (await buildPlace(server.db)).id].map((id) => ({
        params: { id },
        body: { onDuty: true },
      })),
    }),
  },
  listDutyShifts: { legal: () => ({ query: { from: NIGHT } }) },
  addDutyShifts: {
    legal: async ({ server }) => ({
      body: { pharmacies: [(await buildPlace(server.db)).id], night: NIGHT },
    }),
  },
  copyDutyWeek: { legal: () => ({ body: { from: NIGHT } }) },
  readDutyList: { legal: () => ({ body: { text: 'Pharmacie Zogbo', week: NIGHT } }) },
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
