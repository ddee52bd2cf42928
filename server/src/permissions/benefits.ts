import type { benefitEndpoints } from '@amasin/domain/benefits/endpoints.ts';
import { isPayeeType } from '@amasin/domain/benefits/payee.ts';
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { prepareEarnings } from '../benefits/earnings.fixture.ts';
import { upsertPayoutAccount } from '../benefits/payout-queries.ts';
import { sendPayouts } from '../benefits/send.ts';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { buildUser } from '../builders/user.ts';
import { orderItems } from '../database/schema/orders.ts';
import { payouts } from '../database/schema/payouts.ts';
import { type UserRow, users } from '../database/schema/users.ts';
import type { ScenariosOf } from './scenario.ts';
import { PASSWORD, type World } from './world.ts';

/**
 * A payout to the caller if they are a partner, otherwise to the owner, that is not sent yet.
 * @returns the partner's id
 */
async function askPayout({ server, people }: World, caller: UserRow): Promise<string> {
  const { id } = caller.type === 'partnerDoctor' ? caller : people.partnerDoctor.owner;
  await server.db.update(users).set({ verified: true }).where(eq(users.id, id));
  await (await prepareEarnings(server.db)).order(id, 200);
  await upsertPayoutAccount(server.db, id, { operator: 'mtn', phone: '+2290166000001' });
  const admin = await server.session(people.superAdmin.owner);
  await server.call(admin, 'POST', '/benefics/pay/partner', [{ idPartner: id, amount: 100 }]);
  return id;
}

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

/** A payout that the provider refused: the sandbox refuses numbers that end in 99. */
async function failedPayout(world: World): Promise<string> {
  const { server, people } = world;
  const partner = await owedPartner(world);
  await upsertPayoutAccount(server.db, partner.id, { operator: 'mtn', phone: '+2290166000099' });
  const admin = await server.session(people.superAdmin.owner);
  const body = [{ idPartner: partner.id, amount: 100 }];
  await server.call(admin, 'POST', '/benefics/pay/partner', body);
  await sendPayouts(server.ctx);
  await upsertPayoutAccount(server.db, partner.id, { operator: 'mtn', phone: '+2290166000001' });
  const [payout] = await server.db.select().from(payouts).where(eq(payouts.beneficiaryId, partner.id));
  return payout?.id ?? '';
}

/** An ended order that earned something for this payee: 1,000 F of medicines, a fee of 500 F, or half of the commission. */
async function earnFor({ server: { db } }: World, { id, type }: Pick<UserRow, 'id' | 'type'>) {
  const items = [{ medication: await buildMedication(db, { price: 1_000 }), quantity: 2 }];
  const owner = {
    pharmacy: 'pharmacyId',
    deliveryPerson: 'deliveryPersonId',
    partnerDoctor: 'itemsWrittenById',
  };
  const zone = await buildZone(db, { price: 500 });
  return buildOrder(db, { state: 'ended', items, zone, [owner[type as keyof typeof owner]]: id });
}

/**
 * Everything that a payee reads of her money, for the caller or else a prescriber: earned, given back, left out, paid by hand and by the
 * provider.
 * @returns the payee's id
 */
export async function settleWith(world: World, caller: UserRow): Promise<string> {
  const { server, people } = world;
  const payee = isPayeeType(caller.type) ? caller : people.partnerDoctor.owner;
  await server.db.update(users).set({ verified: true }).where(eq(users.id, payee.id));
  await upsertPayoutAccount(server.db, payee.id, { operator: 'mtn', phone: '+2290166000001' });
  const order = await earnFor(world, payee);
  const admin = await server.session(people.superAdmin.owner);
  const call = (method: string, path: string, body: object) => server.call(admin, method, path, body);
  const [item] = await server.db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  const lines = [{ medicationId: item?.medicationId, givenBack: 1 }];
  await call('POST', `/orders/${order.id}/give-back`, { lines, reason: 'missing', note: null });
  await call('POST', '/benefics/settlement', { payouts: [{ payee: payee.id, amount: 10 }] });
  await call('POST', '/benefics/settlement/by-hand', byHand(payee.id));
  const terms = { interval: 'week', minimum: 0, leftOut: 'Facture à revoir' };
  await call('PUT', `/benefics/settlement/${payee.id}`, terms);
  return payee.id;
}

const byHand = (payee: string) => ({ payee, amount: 1, method: 'cash' as const, reference: 'Reçu 12' });

export const benefitScenarios: ScenariosOf<typeof benefitEndpoints> = {
  calculateBenefits: {
    legal: async (world) => {
      const order = await earn(world, world.people.partnerDoctor.owner.id, 100);
      return { params: { id: order.id } };
    },
  },
  exportPayouts: { legal: () => ({}) },
  listPayouts: {
    legal: () => ({}),
    rows: failedPayout,
  },
  retryPayout: { legal: async (world) => ({ params: { id: await failedPayout(world) } }) },
  settlePayout: {
    legal: async (world) => ({ params: { id: await failedPayout(world) }, body: { note: 'Espèces' } }),
  },
  readOwnMoney: {
    legal: () => ({}),
    scope: async (world, caller) => {
      const { stranger } = world.people[caller.type];
      await earnFor(world, caller);
      await earnFor(world, stranger);
      await earnFor(world, stranger);
      return {
        input: {},
        read: (body) => body.week.count,
        expected: 1,
      };
    },
    rows: settleWith,
  },
  readSettlement: { legal: () => ({}), rows: settleWith },
  paySettlement: {
    legal: async (world) => {
      const { id: payee } = await owedPartner(world);
      await upsertPayoutAccount(world.server.db, payee, { operator: 'mtn', phone: '+2290166000001' });
      return { body: { payouts: [{ payee, amount: 100 }] } };
    },
    naming: ({ people }) => {
      const naming = (payee: string) => ({ body: { payouts: [{ payee, amount: 1 }] } });
      const { customer, supervisor, superAdmin } = people;
      return Promise.resolve({
        status: 422,
        missing: naming(v7()),
        foreign: [customer, supervisor, superAdmin].map(({ owner }) => naming(owner.id)),
      });
    },
  },
  payByHand: {
    legal: async (world) => ({ body: byHand((await owedPartner(world)).id) }),
    naming: ({ people }) => {
      const naming = (payee: string) => ({ body: byHand(payee) });
      const { customer, supervisor, superAdmin } = people;
      return Promise.resolve({
        status: 422,
        missing: naming(v7()),
        foreign: [customer, supervisor, superAdmin].map(({ owner }) => naming(owner.id)),
      });
    },
  },
  setPayoutTerms: {
    legal: async (world) => ({
      params: { id: (await owedPartner(world)).id },
      body: { interval: 'week', minimum: 500, leftOut: 'Facture à revoir' },
    }),
  },
  readMoney: { legal: () => ({}), rows: askPayout },
  setPayoutAccount: {
    legal: async ({ server, passwordHash }, { id }) => {
      await server.db.update(users).set({ passwordHash }).where(eq(users.id, id));
      return { body: { operator: 'moov', phone: '0166000002', currentPassword: PASSWORD } };
    },
    rows: settleWith,
  },
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
    more: async (world, caller) => [{ query: { id: await askPayout(world, caller) } }],
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
    rows: askPayout,
  },
  readPlatformBenefits: {
    legal: () => ({}),
    rows: askPayout,
  },
};
