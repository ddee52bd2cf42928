import type { payLinkEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { v7 } from 'uuid';
import { buildOrder } from '../builders/order.ts';
import { buildPayLink } from '../builders/pay-link.ts';
import { buildUser } from '../builders/user.ts';
import type { UserRow } from '../database/schema/users.ts';
import { fillBasket, providerDoes } from '../testing/pay.ts';
import { customerOf } from './payments.ts';
import type { ScenariosOf } from './scenario.ts';
import type { World } from './world.ts';

/** A link of this customer. Built, because a customer may make a few a day only. */
const makeLink = ({ server }: World, { id: customerId }: UserRow, showsContent = false) =>
  buildPayLink(server.db, { customerId, showsContent, createdAt: server.clock.now() });

const linkOfSomebody = async (world: World, showsContent = false) =>
  makeLink(world, await buildUser(world.server.db, { type: 'customer' }), showsContent);

/** Each prompt goes to another telephone, since few are sent to one. */
const byMtn = (world: World) => ({ operator: 'mtn', payingPhone: world.newPhone() }) as const;

/** Opens a payment by the link. */
async function open(world: World, { token, amount }: Awaited<ReturnType<typeof makeLink>>): Promise<string> {
  const sent = { token, amount, ...byMtn(world) };
  const { body } = await world.server.call(null, 'POST', '/pay-links/pay', sent);
  return body.transactionId;
}

async function paidLink(world: World, customer: UserRow, showsContent = false) {
  const link = await makeLink(world, customer, showsContent);
  const transactionId = await open(world, link);
  await providerDoes(world.server, transactionId, 'approve');
  await giveOneBoxBack(world, link.basketId);
  return { ...link, transactionId };
}

async function giveOneBoxBack({ server, people }: World, orderId: string): Promise<void> {
  const supervisor = await server.session(people.supervisor.owner);
  const { body } = await server.call(supervisor, 'GET', `/orders/${orderId}`);
  const [{ medicationId }] = body.order.prescription.items;
  const lines = [{ medicationId, givenBack: 1 }];
  await server.call(supervisor, 'POST', `/orders/${orderId}/give-back`, { lines, reason: 'damaged' });
}

const paidBySomebody = async (world: World) =>
  paidLink(world, await buildUser(world.server.db, { type: 'customer' }), true);

export const payLinkScenarios: ScenariosOf<typeof payLinkEndpoints> = {
  createPayLink: {
    legal: async ({ server }) => ({ body: { order: (await fillBasket(server)).order } }),
    more: async ({ server }, { id: customerId }) => [
      { body: { orderId: (await buildOrder(server.db, { state: 'pre-treatment', customerId })).id } },
    ],
    naming: async ({ server, people }) => {
      const customerId = people.customer.stranger.id;
      const foreign = await buildOrder(server.db, { state: 'pre-treatment', customerId });
      return {
        status: 404,
        missing: { body: { orderId: v7() } },
        foreign: [{ body: { orderId: foreign.id } }],
      };
    },
  },
  listPayLinks: {
    legal: () => ({}),
    scope: async (world, caller) => {
      const { id } = await makeLink(world, caller);
      await linkOfSomebody(world);
      return {
        input: {},
        read: ({ payLinks }) => payLinks.map(({ _id }: { _id: string }) => _id),
        expected: [id],
      };
    },
    rows: async (world, caller) => {
      await paidLink(world, caller);
    },
  },
  changePayLink: {
    legal: async (world, caller) => ({
      params: { id: (await makeLink(world, customerOf(world, caller))).id },
      body: { showsContent: true },
    }),
    more: async (world, caller) => [
      { params: { id: (await paidLink(world, customerOf(world, caller))).id }, body: { showsContent: true } },
    ],
  },
  withdrawPayLink: {
    legal: async (world, caller) => ({
      params: { id: (await makeLink(world, customerOf(world, caller))).id },
    }),
  },
  readPayLink: {
    legal: async (world) => ({ body: { token: (await linkOfSomebody(world)).token } }),
    more: async (world) => [{ body: { token: (await paidBySomebody(world)).token } }],
  },
  openPayLink: {
    legal: async (world) => {
      const { token, amount } = await linkOfSomebody(world);
      return { body: { token, amount, ...byMtn(world) } };
    },
  },
  followPayLink: {
    legal: async (world) => {
      const link = await linkOfSomebody(world);
      return { body: { token: link.token, transactionId: await open(world, link) } };
    },
    more: async (world) => {
      const { token, transactionId } = await paidBySomebody(world);
      return [{ body: { token, transactionId } }];
    },
  },
};
