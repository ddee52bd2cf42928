import type { addressEndpoints } from '@amasin/domain/addresses/endpoints.ts';
import { v7 } from 'uuid';
import { buildAddress } from '../builders/address.ts';
import { buildZone } from '../builders/catalogue.ts';
import type { UserRow } from '../database/schema/users.ts';
import { customerOf } from './payments.ts';
import type { ScenariosOf } from './scenario.ts';
import type { World } from './world.ts';

const ownAddress = (world: World, caller: UserRow) =>
  buildAddress(world.server.db, { ownerId: customerOf(world, caller).id });

const newBody = async ({ server }: World) => ({
  name: v7(),
  zone: (await buildZone(server.db, { sectors: ['Ganhi'] })).id,
  sector: 'Ganhi',
  address: 'Portail gris',
});

export const addressScenarios: ScenariosOf<typeof addressEndpoints> = {
  listAddresses: {
    legal: () => ({}),
    scope: async (world, caller) => {
      await buildAddress(world.server.db);
      const { id } = await ownAddress(world, caller);
      return {
        input: {},
        read: ({ addresses, total }) => [addresses.map(({ _id }: { _id: string }) => _id), total],
        expected: [[id], 1],
      };
    },
  },
  createAddress: { legal: async (world) => ({ body: await newBody(world) }) },
  updateAddress: {
    legal: async (world, caller) => ({
      params: { id: (await ownAddress(world, caller)).id },
      body: await newBody(world),
    }),
  },
  deleteAddress: {
    legal: async (world, caller) => ({ params: { id: (await ownAddress(world, caller)).id } }),
  },
};
