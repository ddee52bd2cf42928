import type { zoneEndpoints } from '@amasin/domain/zones/endpoints.ts';
import { v7 } from 'uuid';
import { buildZone } from '../../builders/catalogue.ts';
import type { ScenariosOf } from '../scenario.ts';

export const zoneScenarios: ScenariosOf<typeof zoneEndpoints> = {
  listZones: { legal: () => ({}) },
  createZone: {
    legal: () => ({ body: { label: `Nouvelle zone ${v7()}`, sectors: ['Dodomè'], price: 700 } }),
  },
  updateZone: {
    legal: async ({ server }) => ({ params: { id: (await buildZone(server.db)).id }, body: { price: 800 } }),
  },
  deleteZone: { legal: async ({ server }) => ({ params: { id: (await buildZone(server.db)).id } }) },
};
