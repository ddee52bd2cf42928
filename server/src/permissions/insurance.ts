import type {
  cardCheckEndpoints,
  insuranceEndpoints,
  insurerEndpoints,
} from '@amasin/domain/insurance/endpoints.ts';
import { and, eq, isNull } from 'drizzle-orm';
import { v7 } from 'uuid';
import { buildMedication } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildInsurer } from '../builders/insurer.ts';
import { buildOrder } from '../builders/order.ts';
import { insuranceCards } from '../database/schema/insurance.ts';
import { orders } from '../database/schema/orders.ts';
import type { UserRow } from '../database/schema/users.ts';
import { customerOf } from './payments.ts';
import type { ScenariosOf } from './scenario.ts';
import type { World } from './world.ts';

/** Deletes the card of an earlier scenario: a customer has only one. */
async function deleteCard({ server }: World, ownerId: string): Promise<void> {
  await server.db
    .update(insuranceCards)
    .set({ deletedAt: server.clock.now(), fileKey: null })
    .where(and(eq(insuranceCards.ownerId, ownerId), isNull(insuranceCards.deletedAt)));
}

async function newFile({ server }: World, ownerId: string): Promise<string> {
  return (await buildFile(server.db, { ownerId, category: 'insurance' })).key;
}

async function ownCard(world: World, caller: UserRow, fields: Parameters<typeof buildInsuranceCard>[1] = {}) {
  const ownerId = customerOf(world, caller).id;
  await deleteCard(world, ownerId);
  return buildInsuranceCard(world.server.db, { ...fields, ownerId });
}

/** A missing file, and files that this customer's card cannot use. */
async function wrongFiles(world: World, ownerId: string) {
  const { db, clock } = world.server;
  const file = (given: Parameters<typeof buildFile>[1]) => buildFile(db, { category: 'insurance', ...given });
  const wrong = [
    await file({ ownerId: world.people.customer.stranger.id }),
    await file({ ownerId, category: 'prescription' }),
    await file({ ownerId, boundAt: clock.now() }),
  ];
  return { missing: v7(), foreign: wrong.map(({ key }) => key) };
}

export const insuranceScenarios: ScenariosOf<typeof insuranceEndpoints> = {
  readInsurances: {
    legal: async (world, caller) => {
      await ownCard(world, caller);
      return {};
    },
    scope: async (world, caller) => {
      await buildInsuranceCard(world.server.db);
      const { id } = await ownCard(world, caller);
      return {
        input: {},
        read: ({ insuranceCards: cards, total }) => [cards.map(({ _id }: { _id: string }) => _id), total],
        expected: [[id], 1],
      };
    },
    more: async (world, caller) => {
      await ownCard(world, caller, { refused: 'unreadable' });
      return [{}];
    },
  },
  createInsurance: {
    legal: async (world, caller) => {
      const ownerId = customerOf(world, caller).id;
      await deleteCard(world, ownerId);
      return { body: { label: 'NSIA', taux: 80, url: await newFile(world, ownerId) } };
    },
    naming: async (world, caller) => {
      await deleteCard(world, caller.id);
      const { missing, foreign } = await wrongFiles(world, caller.id);
      const taking = (url: string) => ({ body: { taux: 80, url } });
      return { status: 422, missing: taking(missing), foreign: foreign.map(taking) };
    },
  },
  updateInsurance: {
    legal: async (world, caller) => {
      const { id } = await ownCard(world, caller);
      return { params: { id }, body: { taux: 37 } };
    },
    naming: async (world, caller) => {
      const { id } = await ownCard(world, caller);
      const { missing, foreign } = await wrongFiles(world, caller.id);
      const taking = (url: string) => ({ params: { id }, body: { url } });
      return { status: 422, missing: taking(missing), foreign: foreign.map(taking) };
    },
  },
  deleteInsurance: {
    legal: async (world, caller) => ({ params: { id: (await ownCard(world, caller)).id } }),
  },
};

/** A card that an unpaid order waits for. */
const cardToCheck = async ({ server: { db, clock } }: World) => {
  const card = await buildInsuranceCard(db, { checkAskedAt: clock.now() });
  const { id } = await buildOrder(db, { state: 'pre-treatment', customerId: card.ownerId, card });
  await db.update(orders).set({ cardAwaited: true }).where(eq(orders.id, id));
  return card;
};

export const cardCheckScenarios: ScenariosOf<typeof cardCheckEndpoints> = {
  listCardsToCheck: {
    legal: async (world) => {
      await cardToCheck(world);
      return {};
    },
  },
  checkCard: {
    legal: async (world) => {
      const { id, rate, fileKey } = await cardToCheck(world);
      return { params: { id }, body: { taux: rate, url: fileKey ?? '', refused: null } };
    },
  },
};

/** An insurer with a value in every field. */
async function wholeInsurer({ server: { db } }: World) {
  const { id } = await buildMedication(db);
  return buildInsurer(db, { rates: [70, 80], ceiling: 100_000, agreementAbove: 50_000, excluded: [id] });
}

export const insurerScenarios: ScenariosOf<typeof insurerEndpoints> = {
  listInsurers: {
    legal: async (world) => {
      await wholeInsurer(world);
      return {};
    },
  },
  createInsurer: {
    legal: async ({ server }) => ({
      body: {
        name: `Mutuelle ${v7()}`,
        rates: [80],
        limit: 1_000_000,
        ceiling: 100_000,
        agreementAbove: 50_000,
        excluded: [(await buildMedication(server.db)).id],
      },
    }),
  },
  updateInsurer: {
    legal: async (world) => ({ params: { id: (await wholeInsurer(world)).id }, body: { delayDays: 45 } }),
  },
};
