import type { houseEndpoints } from '@amasin/domain/house/endpoints.ts';
import { v7 } from 'uuid';
import { findHouse, saveHouse } from '../house/queries.ts';
import type { ScenariosOf } from './scenario.ts';
import type { World } from './world.ts';

/** The present version, and every setting; the place is another one each time. */
async function whole({ server }: World) {
  const { version } = await findHouse(server.db);
  return { ...server.ctx.settings.environment, version, contactPlace: `Rue ${v7()}` };
}

export const houseScenarios: ScenariosOf<typeof houseEndpoints> = {
  describeHouse: { legal: () => ({}) },
  readSettings: {
    legal: () => ({}),
    rows: async (world) => {
      const { version, ...saved } = await whole(world);
      await saveHouse(world.server.db, version, saved, world.server.clock.now());
    },
  },
  readSituation: { legal: () => ({}) },
  reconcileBooks: { legal: () => ({ query: { since: '2026-11-01' } }) },
  resumeMoney: { legal: () => ({}) },
  changeSettings: { legal: async (world) => ({ body: await whole(world) }) },
};
