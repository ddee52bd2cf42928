import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { buildUser } from '../builders/user.ts';
import { type OrderRow, orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { messagesTo } from '../testing/notices.ts';
import { openPayment, providerDoes, readPayment } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let agent: Visitor;
let supervisor: Visitor;
let customer: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  agent = await server.signIn('agent');
  supervisor = await server.signIn('supervisor');
});
beforeEach(async () => {
  customer = await server.signIn('customer');
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const unpaid = (change = {}) =>
  buildOrder(server.db, {
    state: 'pre-treatment',
    customerId: customer.row.id,
    itemsWrittenById: agent.row.id,
    ...change,
  });
const cancel = ({ id }: OrderRow, by: Visitor, body: object = {}) =>
  server.call(by, 'PATCH', `/orders/${id}/status`, { status: 'cancelled', ...body });
const rowOf = async ({ id }: OrderRow) =>
  (await server.db.select().from(orders).where(eq(orders.id, id)))[0]!;

describe('an order that is not paid', () => {
  it('is cancelled by its customer, and nobody can pay it', async () => {
    const order = await unpaid();
    const { status, body } = await cancel(order, customer);
    expect([status, body.order.state, body.order.cancelReason, body.order.allowedActions]).toEqual([
      200,
      'cancelled',
      'customer',
      [],
    ]);
    // She did it herself.
    expect(await messagesTo(server, customer, order.number)).toEqual([]);
    const paying = await server.call(customer, 'POST', '/payments', { orderId: order.id });
    expect([paying.status, paying.body.message]).toEqual([
      409,
      'Action impossible : la commande est déjà « Annulée »',
    ]);
  });

  it.each([
    ['duplicate', 'elle était en double'],
    ['unavailable', 'un médicament est introuvable'],
    ['unreachable', 'nous n’avons pas pu vous joindre'],
    [undefined, 'comme vous l’avez demandé'],
  ])('is cancelled by a supervisor, who tells the customer why: %s', async (reason, told) => {
    const order = await unpaid();
    expect((await cancel(order, supervisor, { reason })).status).toBe(200);
    expect(await messagesTo(server, customer, order.number)).toEqual([
      `Commande annulée : Votre commande ${order.number} est annulée : ${told}.`,
    ]);
  });

  it('needs a known reason, and a customer gives none', async () => {
    const order = await unpaid();
    for (const reason of ['unpaid', 'rain'])
      expect((await cancel(order, supervisor, { reason })).body.message).toBe('Raison inconnue');
    const { body } = await cancel(order, customer, { reason: 'unavailable' });
    expect(body.order.cancelReason).toBe('customer');
  });

  it('leaves the queue of the agent who was to read it, and they are told', async () => {
    const order = await unpaid({ items: [], itemsWrittenById: null, agentId: agent.row.id });
    expect((await cancel(order, customer)).status).toBe(200);
    expect((await server.call(agent, 'GET', `/orders/${order.id}`)).status).toBe(404);
    expect(await messagesTo(server, agent, order.number)).toEqual([
      `Commande annulée : ${order.number} n’est plus à lire.`,
    ]);
  });

  it('is in the counts and in no sum', async () => {
    const admin = await server.signIn('superAdmin');
    const read = async () => {
      const { body: list } = await server.call(admin, 'GET', '/orders?limit=1');
      const { body: stats } = await server.call(admin, 'GET', '/stats/dashboard');
      return { cancelled: list.counts.cancelled as number, orders: stats.orders };
    };
    const before = await read();
    await cancel(await unpaid(), customer);
    const after = await read();
    expect(after.cancelled).toBe(before.cancelled + 1);
    expect(after.orders).toEqual({ ...before.orders, total: before.orders.total + 1 });
  });
});

describe('its prescription', () => {
  it('can be ordered again, edited by its author and attached to another order', async () => {
    const doctor = await buildUser(server.db, { type: 'partnerDoctor' });
    const written = await buildPrescription(server.db, { authorId: doctor.id });
    const order = await unpaid({ items: [], itemsWrittenById: null });
    const attach = ({ id }: OrderRow) =>
      server.call(supervisor, 'PUT', `/orders/${id}`, { prescription: { _id: written.id } });
    expect((await attach(order)).status).toBe(200);
    const next = await unpaid({ items: [], itemsWrittenById: null });
    expect((await attach(next)).status).toBe(409);
    expect((await cancel(order, customer)).status).toBe(200);
    const found = await server.call(customer, 'GET', `/prescriptions/search/${written.number}`);
    expect(found.status).toBe(200);
    expect((await attach(next)).status).toBe(200);
    // The cancelled order still shows what it contained.
    const { body } = await server.call(customer, 'GET', `/orders/${order.id}`);
    expect(body.order.prescription.items).toHaveLength(1);
    const [row] = await server.db.select().from(prescriptions).where(eq(prescriptions.id, written.id));
    expect(row).toMatchObject({ usedById: null, deletedAt: null });
  });
});

describe('while it is being paid', () => {
  it('is not cancelled as long as the portal is open', async () => {
    const order = await unpaid();
    await openPayment(server, customer, { orderId: order.id });
    const { status, body } = await cancel(order, customer);
    expect([status, body.code]).toEqual([409, 'ORDER_BEING_PAID']);
    expect((await rowOf(order)).state).toBe('pre-treatment');
    server.clock.advance(15 * 60);
    expect((await cancel(order, customer)).status).toBe(200);
  });

  it('money that is confirmed after it was cancelled is put under review', async () => {
    const order = await unpaid();
    const { transactionId } = await openPayment(server, customer, { orderId: order.id });
    server.clock.advance(15 * 60);
    await cancel(order, supervisor);
    await providerDoes(server, transactionId, 'approve');
    expect(await readPayment(server, customer, transactionId)).toMatchObject({ status: 'review' });
    expect(await rowOf(order)).toMatchObject({ state: 'cancelled', paid: 0 });
    const [payment] = await server.db
      .select()
      .from(payments)
      .where(eq(payments.transactionId, transactionId));
    expect(payment).toMatchObject({ reviewReason: 'order-changed' });
  });
});
