import type { recallEndpoints } from '@amasin/domain/recalls/endpoints.ts';
import { v7 } from 'uuid';
import { buildMedication } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { buildAskedPharmacy, buildRecall, buildRecipient } from '../builders/recall.ts';
import { wholeMedication } from '../builders/whole.ts';
import type { UserRow } from '../database/schema/users.ts';
import { holdOrdersWith } from '../orders/recall-queries.ts';
import type { ScenariosOf } from './scenario.ts';
import type { World } from './world.ts';

const body = {
  advice: 'see-doctor',
  note: 'Ne l’arrêtez pas seul.',
  source: 'ABMed, note 12',
  day: '2026-11-19',
} as const;

/** A lifted recall with whom it concerns, and an order that still waits. */
async function whole({ server: { db, clock }, people }: World) {
  const medication = await buildMedication(db, wholeMedication);
  const at = clock.now();
  const lifted = { liftedAt: at, liftedById: people.superAdmin.owner.id };
  const recall = await buildRecall(db, { medicationId: medication.id, ...lifted });
  await buildRecipient(db, recall);
  await buildAskedPharmacy(db, recall, { answeredAt: at, boxes: 3 });
  await buildOrder(db, { items: [{ medication, quantity: 1 }] });
  await holdOrdersWith(db, { medicationId: medication.id, lots: [], at });
  return recall;
}

async function received({ server: { db, clock } }: World, caller: UserRow) {
  const recall = await buildRecall(db);
  await buildRecipient(db, recall, { customerId: caller.id, toldAt: clock.now() });
  return recall;
}

const ofRecall = async (world: World) => ({ params: { id: (await whole(world)).id } });

export const recallScenarios: ScenariosOf<typeof recallEndpoints> = {
  listRecalls: {
    legal: async (world) => {
      await whole(world);
      return {};
    },
  },
  createRecall: {
    legal: async ({ server: { db } }) => ({
      body: { ...body, medicationId: (await buildMedication(db)).id, lots: ['AB12'] },
    }),
    more: async ({ server: { db } }) => {
      const medication = await buildMedication(db);
      await buildOrder(db, { items: [{ medication, quantity: 1 }] });
      return [{ body: { ...body, medicationId: medication.id, lots: [] } }];
    },
    naming: async () => ({
      status: 422,
      missing: { body: { ...body, medicationId: v7(), lots: [] } },
      foreign: [],
    }),
  },
  readRecall: { legal: ofRecall },
  liftRecall: {
    legal: async ({ server: { db } }) => ({ params: { id: (await buildRecall(db)).id } }),
    more: async (world) => [await ofRecall(world)],
  },
  listReceivedRecalls: {
    legal: async (world, caller) => {
      await received(world, caller);
      return {};
    },
    rows: async (world, caller) => {
      const at = world.server.clock.now();
      const recall = await buildRecall(world.server.db);
      await buildRecipient(world.server.db, recall, {
        customerId: caller.id,
        answeredAt: at,
        kept: true,
      });
    },
    scope: async (world, caller) => {
      const { id } = await received(world, caller);
      await buildRecipient(world.server.db, await buildRecall(world.server.db));
      return {
        input: {},
        read: ({ recalls }) => recalls.map(({ _id }: { _id: string }) => _id),
        expected: [id],
      };
    },
  },
  answerRecall: {
    legal: async (world, caller) => ({
      params: { id: (await received(world, caller)).id },
      body: { kept: true },
    }),
    near: async (world, caller) => {
      const [mine, other] = [await received(world, caller), await buildRecall(world.server.db)];
      await buildRecipient(world.server.db, other);
      const of = ({ id }: { id: string }) => ({ params: { id }, body: { kept: null } });
      return { visible: [of(mine)], hidden: [of(other)] };
    },
  },
  listPharmacyRecalls: {
    legal: async ({ server: { db, clock } }, caller) => {
      await buildAskedPharmacy(db, await buildRecall(db), {
        pharmacyId: caller.id,
        answeredAt: clock.now(),
        boxes: 2,
      });
      return {};
    },
  },
  answerStock: {
    legal: async ({ server: { db } }, caller) => {
      const recall = await buildRecall(db);
      await buildAskedPharmacy(db, recall, { pharmacyId: caller.id });
      return { params: { id: recall.id }, body: { boxes: 0 } };
    },
    near: async ({ server: { db } }, caller) => {
      const [mine, other] = [await buildRecall(db), await buildRecall(db)];
      await buildAskedPharmacy(db, mine, { pharmacyId: caller.id });
      await buildAskedPharmacy(db, other);
      const of = ({ id }: { id: string }) => ({ params: { id }, body: { boxes: 1 } });
      return { visible: [of(mine)], hidden: [of(other)] };
    },
  },
  listWrittenBatches: {
    legal: async ({ server: { db, clock, pool } }) => {
      const { id } = await buildOrder(db, { state: 'delivering', createdAt: clock.now() });
      await pool.query('update orders set ready_at = $2 where id = $1', [id, clock.now()]);
      return {};
    },
  },
};
