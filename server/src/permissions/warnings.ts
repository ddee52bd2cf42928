import type { allergyEndpoints, warningEndpoints } from '@amasin/domain/warnings/endpoints.ts';
import { buildMedication } from '../builders/catalogue.ts';
import { buildOrder, type OrderFields } from '../builders/order.ts';
import type { UserRow } from '../database/schema/users.ts';
import { storeWarning } from '../orders/warning-queries.ts';
import { storeAllergies } from '../users/allergy-queries.ts';
import { read } from './orders.ts';
import { customerOf } from './payments.ts';
import type { ScenariosOf } from './scenario.ts';
import type { World } from './world.ts';

/** An order with the same substance twice. */
async function twice({ server: { db } }: World, fields: Partial<OrderFields>) {
  const substances = 'Paracétamol';
  const items = [
    { medication: await buildMedication(db, { substances }), quantity: 1 },
    { medication: await buildMedication(db, { substances }), quantity: 1 },
  ];
  const order = await buildOrder(db, { ...fields, items });
  return { order, medications: items.map(({ medication }) => medication.id) };
}

/** One of which the warning was passed over. */
async function passedOver(world: World, caller: UserRow): Promise<string> {
  const { server, people } = world;
  const pharmacyId = caller.type === 'pharmacy' ? caller.id : people.pharmacy.owner.id;
  const itemsWrittenById = caller.type === 'agent' ? caller.id : people.agent.owner.id;
  const { order, medications } = await twice(world, { pharmacyId, itemsWrittenById });
  const raised = { orderId: order.id, rule: 'duplicate', medications, at: server.clock.now() } as const;
  await storeWarning(server.db, raised, { pharmacyId, reason: 'other', note: 'Deux dosages' });
  return order.id;
}

async function written({ server }: World, { id: userId }: UserRow, words = 'Pénicilline') {
  await storeAllergies(server.db, { userId, words, writtenAt: server.clock.now() });
  return words;
}

export const warningScenarios: ScenariosOf<typeof warningEndpoints> = {
  listWarnings: {
    legal: async (world, caller) => ({ params: { id: await passedOver(world, caller) } }),
    near: read.near,
  },
  seeWarning: {
    legal: async (world, caller) => {
      const { order, medications } = await twice(world, { pharmacyId: caller.id });
      const params = { id: order.id, rule: 'duplicate' } as const;
      return { params, body: { medications, reason: 'other', note: 'Deux dosages' } };
    },
  },
  countWarnings: {
    legal: async (world, caller) => {
      await passedOver(world, caller);
      return {};
    },
  },
};

export const allergyScenarios: ScenariosOf<typeof allergyEndpoints> = {
  readAllergies: {
    legal: async (world, caller) => {
      await written(world, customerOf(world, caller));
      return {};
    },
    scope: async (world, caller) => {
      await written(world, world.people.customer.stranger, 'Aspirine');
      const expected = await written(world, caller, 'Iode');
      return { input: {}, read: ({ allergies }) => allergies, expected };
    },
  },
  writeAllergies: { legal: () => ({ body: { allergies: 'Pénicilline' } }) },
};
