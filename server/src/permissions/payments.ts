import { randomUUID } from 'node:crypto';
import type { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { buildMedication } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPayLink } from '../builders/pay-link.ts';
import { payments } from '../database/schema/payments.ts';
import { refunds, strayDebits } from '../database/schema/refunds.ts';
import type { UserRow } from '../database/schema/users.ts';
import { signCall } from '../payments/providers/call.ts';
import { SIGNATURE_HEADER } from '../payments/providers/sandbox.ts';
import { findPayment } from '../payments/queries.ts';
import {
  elsewhere,
  fillBasket,
  openPayment,
  placePaidOrder,
  providerDoes,
  report,
  reportOf,
} from '../testing/pay.ts';
import { TEST_SECRET } from '../testing/test-app.ts';
import type { ScenariosOf } from './scenario.ts';
import type { World } from './world.ts';

/** The customer of a call: the caller if they are one. */
export const customerOf = ({ people }: World, caller: UserRow): UserRow =>
  caller.type === 'customer' ? caller : people.customer.owner;

/** A payment that the provider has received but not reported, so that the first status request settles it. */
export async function payUnreported(
  world: World,
  customer: UserRow,
  body: { order: object } | { orderId: string },
) {
  const { server } = world;
  const { transactionId } = await openPayment(server, await server.session(customer), body);
  await providerDoes(server, transactionId, 'silent');
  return transactionId;
}

/** A payment of the owner that is put aside because it received this amount. */
async function putAside({ server, people }: World, amount: number): Promise<string> {
  const { order } = await fillBasket(server);
  const customer = await server.session(people.customer.owner);
  const opened = await openPayment(server, customer, { order: elsewhere(order) });
  await report(server, reportOf(opened, { amount }));
  return opened.transactionId;
}

/** Each prompt goes to another telephone, since few are sent to one. */
const byMtn = (world: World) => ({ operator: 'mtn', payingPhone: world.newPhone() }) as const;

/** A payment of an order under review: what was received is exactly the total of another order of this customer. */
async function reviewed(world: World, customer: UserRow): Promise<string> {
  const { server } = world;
  const unpaid = async (price: number) => {
    const items = [{ medication: await buildMedication(server.db, { price }), quantity: 1 }];
    return buildOrder(server.db, { state: 'pre-treatment', customerId: customer.id, items });
  };
  const { id: orderId } = await unpaid(2_000);
  const opened = await openPayment(server, await server.session(customer), { orderId, ...byMtn(world) });
  const { total } = await unpaid(3_000);
  await report(server, reportOf(opened, { amount: total }));
  return opened.transactionId;
}

/** A payment of the customer that somebody else has opened. */
async function openedByLink(world: World, { id: customerId }: UserRow): Promise<string> {
  const { server } = world;
  const { token, amount } = await buildPayLink(server.db, { customerId, createdAt: server.clock.now() });
  const { body } = await server.call(null, 'POST', '/pay-links/pay', { token, amount, ...byMtn(world) });
  return body.transactionId;
}

/** A second debit of a paid order of the owner. */
async function debitTwice({ server, people }: World): Promise<string> {
  const { transactionId, totalAmount } = await placePaidOrder(
    server,
    await server.session(people.customer.owner),
    await fillBasket(server),
  );
  const reference = `SBX-2-${transactionId}`;
  await report(server, reportOf({ transactionId, amount: totalAmount }, { reference }));
  const [debit] = await server.db.select().from(strayDebits).where(eq(strayDebits.reference, reference));
  return debit?.id ?? '';
}

export const paymentScenarios: ScenariosOf<typeof paymentEndpoints> = {
  exportPayments: { legal: () => ({}) },
  openPayment: {
    legal: async (world) => ({
      body: { order: (await fillBasket(world.server)).order, ...byMtn(world) },
    }),
    more: async ({ server }) => [{ body: { order: (await fillBasket(server)).order, basketId: v7() } }],
    naming: async ({ server, people }, caller) => {
      const unpaid = (customerId: string) => buildOrder(server.db, { state: 'pre-treatment', customerId });
      const foreign = await unpaid(people.customer.stranger.id);
      // The caller can pay their own order, so the other one is refused only because of its owner.
      await openPayment(server, await server.session(caller), { orderId: (await unpaid(caller.id)).id });
      return {
        status: 404,
        missing: { body: { orderId: v7() } },
        foreign: [{ body: { orderId: foreign.id } }],
      };
    },
  },
  listPayments: {
    legal: () => ({}),
    scope: async ({ server, people }, caller) => {
      const { order } = await fillBasket(server);
      const own = await openPayment(server, await server.session(caller), { order });
      await openPayment(server, await server.session(people.customer.stranger), { order });
      return {
        input: {},
        read: ({ payments }) => payments.map((one: { transactionId: string }) => one.transactionId),
        expected: [own.transactionId],
      };
    },
    rows: async (world, caller) => {
      const { server, people } = world;
      await reviewed(world, caller);
      await openedByLink(world, caller);
      const transactionId = await putAside(world, 1);
      const supervisor = await server.session(people.supervisor.owner);
      await server.call(supervisor, 'POST', `/payments/${transactionId}/refund`);
    },
  },
  listReviews: {
    legal: () => ({}),
    rows: async (world) => {
      await reviewed(world, world.people.customer.owner);
      await debitTwice(world);
      await leftToAPerson(world, await failedRefund(world, (await buildOrder(world.server.db)).id));
    },
  },
  closeReview: {
    legal: async (world) => ({
      params: { transactionId: await putAside(world, 1) },
      body: { note: 'Remboursé' },
    }),
  },
  refundReview: { legal: async (world) => ({ params: { transactionId: await putAside(world, 1) } }) },
  attachReview: {
    legal: async (world) => {
      const { server, people } = world;
      const fields = { state: 'pre-treatment', customerId: people.customer.owner.id } as const;
      const { id, total } = await buildOrder(server.db, fields);
      return { params: { transactionId: await putAside(world, total ?? 0) }, body: { order: id } };
    },
  },
  refundDebit: { legal: async (world) => ({ params: { id: await debitTwice(world) } }) },
  closeDebit: {
    legal: async (world) => ({ params: { id: await debitTwice(world) }, body: { note: 'Remboursé' } }),
  },
  retryRefund: {
    legal: async (world) => ({ params: { id: await failedRefund(world) } }),
  },
  settleRefund: {
    legal: async (world) => ({ params: { id: await failedRefund(world) }, body: { note: 'Virement' } }),
  },
  readPayment: {
    legal: async (world, caller) => {
      const { order } = await fillBasket(world.server);
      const customer = customerOf(world, caller);
      return { params: { transactionId: await payUnreported(world, customer, { order }) } };
    },
    more: async (world, caller) => [
      { params: { transactionId: await reviewed(world, customerOf(world, caller)) } },
      { params: { transactionId: await openedByLink(world, customerOf(world, caller)) } },
    ],
  },
  namePayment: {
    legal: async (world, caller) => {
      const { order } = await fillBasket(world.server);
      const transactionId = await payUnreported(world, customerOf(world, caller), { order });
      return { params: { transactionId }, body: { providerTransactionId: 'kkTx-1' } };
    },
    more: async (world, caller) => {
      const customer = customerOf(world, caller);
      const opened = [await reviewed(world, customer), await openedByLink(world, customer)];
      return opened.map((transactionId) => ({
        params: { transactionId },
        body: { providerTransactionId: 'kkTx-1' },
      }));
    },
  },
  receivePaymentEvent: {
    legal: ({ server }) => {
      const rawBody = JSON.stringify({
        eventId: randomUUID(),
        transactionId: 'TX-de-personne',
        status: 'paid',
        amount: 1000,
        currency: 'XOF',
        reference: randomUUID(),
      });
      const signature = signCall(rawBody, TEST_SECRET, server.clock.now());
      return { params: { provider: 'sandbox' }, rawBody, headers: { [SIGNATURE_HEADER]: signature } };
    },
  },
};

/** Nobody can send this refund; the number that paid is known. */
async function leftToAPerson({ server: { db } }: World, id: string): Promise<void> {
  const [refund] = await db.update(refunds).set({ way: 'hand' }).where(eq(refunds.id, id)).returning();
  const paidBy = { operator: 'moov', payingPhone: '+2290164000017' } as const;
  await db
    .update(payments)
    .set(paidBy)
    .where(eq(payments.id, refund?.paymentId ?? ''));
}

/** A refund that the provider has refused. */
async function failedRefund(world: World, orderId: string | null = null): Promise<string> {
  const { server, people } = world;
  const transactionId = await putAside(world, 1);
  const [refund] = await server.db
    .insert(refunds)
    .values({
      paymentId: (await findPayment(server.db, transactionId))?.id ?? '',
      debit: 'REF',
      customerId: people.customer.owner.id,
      orderId,
      amount: 1,
      state: 'failed',
      askedById: people.supervisor.owner.id,
      askedAt: server.clock.now(),
    })
    .returning();
  return refund?.id ?? '';
}
