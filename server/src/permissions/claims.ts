import type { claimEndpoints } from '@amasin/domain/claims/endpoints.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildClaimed, buildInsurer } from '../builders/insurer.ts';
import { buildOrder } from '../builders/order.ts';
import type { ScenariosOf } from './scenario.ts';
import type { World } from './world.ts';

/** The month of the orders that are built. */
const month = '2026-11';

async function claimed({ server: { db } }: World) {
  const insurer = await buildInsurer(db);
  return { insurer, ...(await buildClaimed(db, insurer)) };
}

async function claimParams(world: World) {
  const { insurer } = await claimed(world);
  return { params: { id: insurer.id, month } };
}

/** A line that its insurer has refused. */
async function refused({ server: { db, clock } }: World) {
  const insurer = await buildInsurer(db);
  const line = { state: 'refused', reason: 'papers', bearer: 'platform', amount: 500 } as const;
  await buildClaimed(db, insurer, { line: { ...line, sentAt: clock.now() } });
  return { params: { id: insurer.id, month } };
}

/** A paid order whose card was checked before anybody could name its insurer. */
async function unnamed({ server: { db } }: World) {
  const card = await buildInsuranceCard(db, { verified: true });
  return buildOrder(db, { customerId: card.ownerId, card });
}

export const claimScenarios: ScenariosOf<typeof claimEndpoints> = {
  listClaims: {
    legal: async (world) => {
      await claimed(world);
      await refused(world);
      return {};
    },
  },
  listUnnamedOrders: {
    legal: async (world) => {
      await unnamed(world);
      return {};
    },
  },
  nameInsurer: {
    legal: async (world) => {
      const { id } = await unnamed(world);
      return { params: { id }, body: { insurer: (await buildInsurer(world.server.db)).id } };
    },
  },
  readClaim: { legal: claimParams, more: async (world) => [await refused(world)] },
  moveClaim: {
    legal: async (world) => ({ ...(await claimParams(world)), body: { state: 'sent' as const } }),
  },
  exportClaim: { legal: claimParams },
  printClaim: { legal: claimParams },
  moveClaimLine: {
    legal: async (world) => {
      const insurer = await buildInsurer(world.server.db);
      const line = { state: 'sent', amount: 500, sentAt: world.server.clock.now() } as const;
      const { line: sent } = await buildClaimed(world.server.db, insurer, { line });
      return { params: { id: sent.id }, body: { state: 'refused' as const, reason: 'papers' as const } };
    },
  },
};
