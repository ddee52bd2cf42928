import type { benefitEndpoints } from '@amasin/domain/benefits/endpoints.ts';
import { v7 } from 'uuid';
import { prepareEarnings } from '../../benefits/earnings.fixture.ts';
import { buildUser } from '../../builders/user.ts';
import type { ScenariosOf } from '../scenario.ts';
import type { World } from '../world.ts';

/** An ended order that earned this amount, FCFA, for a partner and for the platform. */
async function earn({ server: { db } }: World, partnerId: string, amount: number) {
  return (await prepareEarnings(db)).order(partnerId, amount * 2);
}

/** A verified partner with a balance of 100 F. */
async function owedPartner(world: World) {
  const partner = await buildUser(world.server.db, { type: 'partnerDoctor', verified: true });
  await earn(world, partner.id, 100);
  return partner;
}

export const benefitScenarios: ScenariosOf<typeof benefitEndpoints> = {
  calculateBenefits: {
    legal: async (world) => {
      const order = await earn(world, world.people.partnerDoctor.owner.id, 100);
      return { params: { id: order.id } };
    },
  },
  exportPayouts: { legal: () => ({}) },
  payPartners: {
    legal: async (world) => ({
      body: { partners: [{ idPartner: (await owedPartner(world)).id, amount: 100 }] },
    }),
    // A user who is not a partner gets the same response as an unknown id.
    naming: ({ people }) => {
      const naming = (idPartner: string) => ({ body: [{ idPartner, amount: 1 }] });
      const { customer, supervisor, superAdmin } = people;
      return Promise.resolve({
        status: 422,
        missing: naming(v7()),
        foreign: [customer, supervisor, superAdmin].map(({ owner }) => naming(owner.id)),
      });
    },
  },
  paySuperAdmin: {
    legal: async (world) => {
      await earn(world, world.people.partnerDoctor.owner.id, 100);
      return { body: { amount: 100 } };
    },
  },
  readPartnerBenefits: {
    legal: ({ people }) => ({ query: { id: people.partnerDoctor.owner.id } }),
    scope: async (world, caller) => {
      const { stranger } = world.people.partnerDoctor;
      await earn(world, caller.id, 300);
      await earn(world, stranger.id, 500);
      return {
        input: { query: { id: stranger.id } },
        read: (body) => body.total,
        expected: 300,
      };
    },
  },
  listEarnedShares: {
    legal: () => ({}),
    scope: async (world, caller) => {
      await earn(world, caller.id, 300);
      await earn(world, world.people.partnerDoctor.stranger.id, 500);
      return {
        input: {},
        read: ({ earnings, total }) => [earnings.map(({ amount }: { amount: number }) => amount), total],
        expected: [[300], 1],
      };
    },
  },
  readPlatformBenefits: { legal: () => ({}) },
};
