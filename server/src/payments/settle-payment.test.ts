import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { buildUser } from '../builders/user.ts';
import { audit } from '../database/schema/audit.ts';
import { notifications } from '../database/schema/notifications.ts';
import { orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { noticesOf } from '../testing/notices.ts';
import {
  type Basket,
  elsewhere,
  fillBasket,
  openPayment,
  place,
  readPayment,
  report,
  reportOf,
} from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let customer: Visitor;
let supervisor: Visitor;
let basket: Basket;
let opened: { transactionId: string; amount: number };

beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor');
  await server.signIn('superAdmin');
  basket = await fillBasket(server);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  customer = await server.signIn('customer');
  opened = await openPayment(server, customer, { order: basket.order });
});

const customerOrders = () => server.db.select().from(orders).where(eq(orders.customerId, customer.row.id));
const rowOf = async (transactionId: string) =>
  (await server.db.select().from(payments).where(eq(payments.transactionId, transactionId)))[0]!;
const statusNow = async () => (await rowOf(opened.transactionId)).status;
const noticeToSupervisor = async () =>
  (
    await server.db
      .select()
      .from(notifications)
      .where(
        and(
          eq(notifications.userId, supervisor.row.id),
          like(notifications.message, `%${opened.transactionId}%`),
        ),
      )
  )[0];
const reportStatus = (status: string) =>
  report(
    server,
    reportOf(opened, status === 'paid' ? {} : { status, amount: null, currency: null, reference: null }),
  );

it.each(['paid', 'failed', 'cancelled'])('%s leaves one line in the journal', async (status) => {
  await reportStatus(status);
  await reportStatus(status);
  const lines = await server.db.select().from(audit).where(eq(audit.customerId, customer.row.id));
  expect(lines.filter(({ action }) => action === 'settle')).toMatchObject([
    { actorId: null, subjectKind: 'payment', details: { amount: opened.amount, to: status } },
  ]);
});

describe('a settled payment never changes', () => {
  it('a failure reported after the confirmation changes nothing', async () => {
    await reportStatus('paid');
    for (const late of ['failed', 'cancelled']) {
      expect((await reportStatus(late)).status).toBe(200);
      expect(await statusNow()).toBe('paid');
    }
    expect(await customerOrders()).toHaveLength(1);
  });

  it('a confirmation after a failure still creates the order', async () => {
    for (const early of ['failed', 'cancelled']) {
      opened = await openPayment(server, customer, { order: elsewhere(basket.order) });
      await reportStatus(early);
      expect(await statusNow()).toBe(early);
      await reportStatus('paid');
      expect(await statusNow()).toBe('paid');
    }
    expect(await customerOrders()).toHaveLength(2);
  });

  it('a failure is not replaced by a cancellation', async () => {
    await reportStatus('failed');
    await reportStatus('cancelled');
    expect(await statusNow()).toBe('failed');
  });

  it('a payment under review stays under review after any later report', async () => {
    await report(server, reportOf(opened, { amount: 1 }));
    for (const next of ['paid', 'failed']) await reportStatus(next);
    expect(await statusNow()).toBe('review');
    expect((await place(server, customer, basket.order, opened.transactionId)).status).toBe(402);
    expect(await customerOrders()).toEqual([]);
  });
});

describe('money that does not match puts the payment under review and notifies the supervisors (rule 15)', () => {
  it.each([
    ['too little', { amount: 4824 }, 'amount', 'reçu 4824 XOF au lieu de 4825 XOF'],
    ['too much', { amount: 4826 }, 'amount', 'reçu 4826 XOF au lieu de 4825 XOF'],
    ['nothing', { amount: null }, 'amount', 'reçu un montant illisible au lieu de 4825 XOF'],
    ['another currency', { currency: 'EUR' }, 'amount', 'reçu 4825 EUR au lieu de 4825 XOF'],
    ['no currency', { currency: null }, 'amount', 'reçu 4825 sans monnaie au lieu de 4825 XOF'],
    ['no reference', { reference: null }, 'reference', 'référence absente, inconnue ou déjà comptée'],
  ])('%s', async (_name, change, reviewReason, message) => {
    expect((await report(server, reportOf(opened, change))).status).toBe(200);
    const row = await rowOf(opened.transactionId);
    expect(row).toMatchObject({ status: 'review', reviewReason, orderId: null, nextCheckAt: null });
    expect(await customerOrders()).toEqual([]);
    expect(await readPayment(server, customer, opened.transactionId)).toMatchObject({
      status: 'review',
      reviewReason,
    });
    expect(await noticeToSupervisor()).toMatchObject({
      message: `Transaction ${opened.transactionId} : ${message}.`,
      link: `/supervisor-dashboard?tab=payments&vu=${row.id}`,
    });
    expect(await noticesOf(server, opened.transactionId, { supervisor, customer })).toEqual([
      ['supervisor', 'Paiement à vérifier'],
    ]);
  });

  it('a reference that belongs to another payment', async () => {
    const before = opened;
    await reportStatus('paid');
    opened = await openPayment(server, customer, { order: elsewhere(basket.order) });
    await report(server, reportOf(opened, { reference: `SBX-${before.transactionId}` }));
    expect(await rowOf(opened.transactionId)).toMatchObject({
      status: 'review',
      providerReference: null,
      reviewReason: 'reference',
    });
    expect((await noticeToSupervisor())?.message).toContain(
      `référence SBX-${before.transactionId}, inconnue`,
    );
    expect(await customerOrders()).toHaveLength(1);
  });

  it('one reference reported for two payments at once: one is paid, one under review, both are acknowledged', async () => {
    for (let round = 0; round < 20; round += 1) {
      const two = [
        await openPayment(server, customer, { order: elsewhere(basket.order) }),
        await openPayment(server, customer, { order: elsewhere(basket.order) }),
      ];
      const reference = `SBX-shared-${round}`;
      const responses = await Promise.all(two.map((one) => report(server, reportOf(one, { reference }))));
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      const statuses = await Promise.all(two.map(async (one) => (await rowOf(one.transactionId)).status));
      expect(statuses.sort()).toEqual(['paid', 'review']);
    }
  });
});

describe('a payment for an order', () => {
  it('already paid is put under review for refund; the order keeps the first payment', async () => {
    const agent = await buildUser(server.db, { type: 'agent' });
    const order = await buildOrder(server.db, {
      state: 'pre-treatment',
      customerId: customer.row.id,
      itemsWrittenById: agent.id,
    });
    const first = await openPayment(server, customer, { orderId: order.id });
    server.clock.advance(15 * 60);
    const second = await openPayment(server, customer, { orderId: order.id });
    await report(server, reportOf(first));
    expect((await report(server, reportOf(second))).status).toBe(200);
    expect(await rowOf(first.transactionId)).toMatchObject({ status: 'paid' });
    expect(await rowOf(second.transactionId)).toMatchObject({
      status: 'review',
      providerReference: `SBX-${second.transactionId}`,
      reviewReason: 'paid-twice',
    });
    expect(await noticesOf(server, second.transactionId, { supervisor })).toEqual([
      ['supervisor', 'Paiement à vérifier'],
    ]);
    const [row] = await customerOrders();
    expect(row).toMatchObject({ state: 'pending', paymentId: (await rowOf(first.transactionId)).id });
  });

  it('whose items changed since it was opened is put under review: an outdated amount buys nothing', async () => {
    const agent = await buildUser(server.db, { type: 'agent' });
    const order = await buildOrder(server.db, {
      state: 'pre-treatment',
      customerId: customer.row.id,
      itemsWrittenById: agent.id,
    });
    const before = await openPayment(server, customer, { orderId: order.id });
    await server.pool.query(
      `with items as (update order_items set quantity = 1 where order_id = $1),
         written as (update prescription_items set quantity = 1
           where prescription_id = (select prescription_id from orders where id = $1))
       update orders set medicines_fcfa = 1000, commission_fcfa = 100, total_fcfa = 1600 where id = $1`,
      [order.id],
    );
    expect((await report(server, reportOf(before))).status).toBe(200);
    expect(await rowOf(before.transactionId)).toMatchObject({
      status: 'review',
      orderId: order.id,
      reviewReason: 'order-changed',
    });
    expect(await customerOrders()).toMatchObject([{ state: 'pre-treatment', paid: 0 }]);
  });
});
