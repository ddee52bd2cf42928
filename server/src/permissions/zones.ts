import type { zoneEndpoints } from '@amasin/domain/zones/endpoints.ts';
import { v7 } from 'uuid';
import { buildZone } from '../builders/catalogue.ts';
import type { ScenariosOf } from './scenario.ts';

const location = { coordinates: [2.39, 6.37] as [number, number] };

export const zoneScenarios: ScenariosOf<typeof zoneEndpoints> = {
  listZones: {
    legal: () => ({}),
    rows: ({ server }) => buildZone(server.db, { aliases: ['Ganhi'], latitude: 6.37, longitude: 2.39 }),
  },
  createZone: {
    legal: () => ({
      body: { label: `Nouvelle zone ${v7()}`, sectors: ['Dodomè'], price: 700, aliases: ['Ganhi'], location },
    }),
  },
  updateZone: {
    legal: async ({ server }) => ({
      params: { id: (await buildZone(server.db)).id },
      body: { price: 800, aliases: ['Ganhi'], location },
    }),
  },
  deleteZone: { legal: async ({ server }) => ({ params: { id: (await buildZone(server.db)).id } }) },
};
