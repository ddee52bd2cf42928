import type { zoneEndpoints } from '@amasin/domain/zones/endpoints.ts';
import { v7 } from 'uuid';
import { buildZone } from '../builders/catalogue.ts';
import { wholeZone } from '../builders/whole.ts';
import type { ScenariosOf } from './scenario.ts';

const { latitude, longitude, ...others } = wholeZone;
const whole = { ...others, location: { coordinates: [longitude, latitude] as [number, number] } };

export const zoneScenarios: ScenariosOf<typeof zoneEndpoints> = {
  listZones: {
    legal: () => ({}),
    rows: ({ server }) => buildZone(server.db, wholeZone),
  },
  createZone: {
    legal: () => ({
      body: { ...whole, label: `Nouvelle zone ${v7()}`, sectors: ['Dodomè'], price: 700 },
    }),
  },
  updateZone: {
    legal: async ({ server }) => ({
      params: { id: (await buildZone(server.db, wholeZone)).id },
      body: { price: 800 },
    }),
  },
  deleteZone: { legal: async ({ server }) => ({ params: { id: (await buildZone(server.db)).id } }) },
};
