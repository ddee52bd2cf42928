import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { buildUser } from '../builders/user.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { sandboxRefunds } from '../database/schema/sandbox-pay.ts';
import { sendRefunds } from '../payments/refund.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { fillBasket, openPayment, placePaidOrder, report, reportOf } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { balancesOf, sentencesTo } from './notices-and-balances.fixture.ts';

let server: TestApp;
let supervisor: Visitor;
let pharmacy: Visitor;
let courier: Visitor;
let customer: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor', { name: 'Awa Kora' });
  pharmacy = await server.signIn('pharmacy', { isPartner: true });
  courier = await server.signIn('deliveryPerson');
});
beforeEach(async () => {
  customer = await server.signIn('customer');
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const ask = (id: string, reason = 'too-long', by = customer) =>
  server.call(by, 'POST', `/orders/${id}/cancel-request`, { reason });
const decide = (id: string, declined: string | null = null, by = supervisor) =>
  server.call(by, 'POST', `/orders/${id}/cancel-request/decision`, { declined });
const assign = async (id: string) => {
  for (const body of [{ pharmacy: pharmacy.row.id }, { deliveryPerson: courier.row.id }])
    expect((await server.call(supervisor, 'PATCH', `/orders/${id}/assign`, body)).status).toBe(200);
};
const start = (id: string) => server.call(courier, 'PATCH', `/orders/${id}/status`, { status: 'delivering' });
const read = async (id: string, by = customer) => (await server.call(by, 'GET', `/orders/${id}`)).body.order;
const balances = (orderId: string) => balancesOf(server, orderId);
const sentences = (by: Visitor, number: string) => sentencesTo(server, by, number);

describe('a paid order', () => {
  it('is cancelled and paid back at its customer’s request, and everyone is told', async () => {
    const order = await placePaidOrder(server, customer);
    await assign(order._id);
    expect((await read(order._id)).allowedActions).toEqual(['ask-cancel']);
    const asked = await ask(order._id);
    expect(asked.body.order).toMatchObject({
      state: 'pending',
      cancelRequest: { reason: 'too-long', declined: null },
      refund: null,
      allowedActions: [],
    });
    expect((await sentences(supervisor, order.number))[0]).toBe(
      `Annulation demandée : ${order.number} : l’attente est trop longue.`,
    );
    const { body: toDo } = await server.call(supervisor, 'GET', '/orders?todo=true');
    expect(toDo.orders[0]).toMatchObject({ _id: order._id, cancelRequest: { reason: 'too-long' } });
    expect(toDo.orders[0].allowedActions).toEqual(
      expect.arrayContaining(['accept-cancel', 'decline-cancel']),
    );

    expect((await decide(order._id)).body.order).toMatchObject({
      state: 'cancelled',
      cancelReason: 'customer',
      finalAmount: 0,
      paidAt: null,
      pharmacy: null,
      deliveryPerson: null,
      refund: { amount: 4_825, state: 'asked' },
      allowedActions: [],
    });
    expect(await balances(order._id)).toEqual({
      commission: 0,
      courier: 0,
      pharmacy: 0,
      customer: 4_825,
      refund: -4_825,
    });
    expect(await sentences(customer, order.number)).toContain(
      `Commande annulée : Votre commande ${order.number} est annulée, comme vous l’avez demandé. Remboursement de 4 825 F en cours.`,
    );
    expect((await sentences(pharmacy, order.number))[0]).toBe(
      `Commande annulée : ${order.number} n’est plus à préparer.`,
    );
    expect((await sentences(courier, order.number))[0]).toBe(
      `Commande annulée : ${order.number} n’est plus à livrer.`,
    );
    for (const one of [pharmacy, courier])
      expect((await server.call(one, 'GET', `/orders/${order._id}`)).status).toBe(404);

    expect(await sendRefunds(server.ctx)).toBe(1);
    expect((await read(order._id)).refund).toEqual({ amount: 4_825, state: 'done' });
    expect(await balances(order._id)).toEqual({
      commission: 0,
      courier: 0,
      pharmacy: 0,
      customer: 0,
      refund: 0,
    });
    const paidBack = await server.db
      .select()
      .from(sandboxRefunds)
      .where(eq(sandboxRefunds.transactionId, order.transactionId));
    expect(paidBack.map(({ amount }) => amount)).toEqual([4_825]);
    const { timeline } = (await server.call(customer, 'GET', `/orders/${order._id}/timeline`)).body;
    expect(timeline.at(-1)).toMatchObject({ action: 'accept-cancel', to: 'cancelled' });
  });

  it('is in no sum once it is cancelled', async () => {
    const admin = await server.signIn('superAdmin');
    const read = async () => (await server.call(admin, 'GET', '/stats/dashboard')).body.orders;
    const before = await read();
    const order = await placePaidOrder(server, customer);
    await ask(order._id);
    await decide(order._id);
    await sendRefunds(server.ctx);
    expect(await read()).toEqual({ ...before, total: before.total + 1 });
  });

  it('is asked for once, and accepted once', async () => {
    const order = await placePaidOrder(server, customer);
    expect((await decide(order._id)).status).toBe(404);
    await ask(order._id);
    expect((await ask(order._id, 'mistake')).body.order.cancelRequest.reason).toBe('too-long');
    const said = (await sentences(supervisor, order.number)).filter((text) => /^Annulation/.test(text));
    expect(said).toHaveLength(1);
    expect([(await decide(order._id)).status, (await decide(order._id)).status]).toEqual([200, 200]);
    const other = await server.signIn('supervisor');
    expect((await decide(order._id, null, other)).body.code).toBe('STATE_CHANGED');
    expect((await ask(order._id)).body.code).toBe('STATE_CHANGED');
  });

  it('is kept with a reason, and the supervisor may still accept', async () => {
    const order = await placePaidOrder(server, customer);
    await assign(order._id);
    await ask(order._id);
    expect((await decide(order._id, 'rain')).status).toBe(422);
    const { body } = await decide(order._id, 'prepared');
    expect(body.order).toMatchObject({ state: 'pending', cancelRequest: { declined: 'prepared' } });
    expect((await sentences(customer, order.number))[0]).toBe(
      `Commande non annulée : Votre commande ${order.number} n’est pas annulée : la pharmacie l’a déjà préparée.`,
    );
    expect((await decide(order._id, 'prepared')).status).toBe(200);
    expect((await decide(order._id, 'leaving')).body.code).toBe('CANCEL_DECIDED');
    expect((await read(order._id)).allowedActions).toEqual([]);
    const toDo = (await server.call(supervisor, 'GET', '/orders?todo=true')).body.orders;
    expect(toDo.map(({ _id }: { _id: string }) => _id)).not.toContain(order._id);
    expect((await decide(order._id)).body.order.state).toBe('cancelled');
  });

  it('cannot be cancelled once its delivery has started, and the request ends', async () => {
    const order = await placePaidOrder(server, customer);
    await assign(order._id);
    await ask(order._id);
    expect((await start(order._id)).status).toBe(200);
    expect(await read(order._id)).toMatchObject({ state: 'delivering', cancelRequest: null });
    for (const response of [
      await decide(order._id),
      await decide(order._id, 'leaving'),
      await ask(order._id),
    ])
      expect([response.status, response.body.code]).toEqual([409, 'STATE_CHANGED']);
  });

  it('an unpaid order is not asked for: its customer cancels it', async () => {
    const { id } = await buildOrder(server.db, { state: 'pre-treatment', customerId: customer.row.id });
    expect((await ask(id)).body.code).toBe('STATE_CHANGED');
  });

  it('shows its request and its refund to the customer and the supervisors only', async () => {
    const order = await placePaidOrder(server, customer);
    await assign(order._id);
    await ask(order._id);
    for (const one of [pharmacy, courier])
      expect(Object.keys(await read(order._id, one))).not.toContain('cancelRequest');
  });
});

describe('its prescription', () => {
  it('is free again, and the next order may use it', async () => {
    const doctor = await buildUser(server.db, { type: 'partnerDoctor' });
    const written = await buildPrescription(server.db, { authorId: doctor.id });
    const { zone } = await fillBasket(server);
    const prescription = { type: 'numerical', prescriptionNumber: written.number };
    const order = { prescription, deliveryZone: zone.id, deliveryAddress: 'Lot 7, Akpakpa' };
    const pay = async () => {
      const opened = await openPayment(server, customer, { order });
      await report(server, reportOf(opened));
      const { body } = await server.call(customer, 'GET', `/payments/${opened.transactionId}`);
      return body.payment.orderId as string;
    };
    const first = await pay();
    await ask(first);
    await decide(first);
    const rowOf = async () =>
      (await server.db.select().from(prescriptions).where(eq(prescriptions.id, written.id)))[0]!;
    expect(await rowOf()).toMatchObject({ usedById: null, usedAt: null });
    const second = await pay();
    expect(await rowOf()).toMatchObject({ usedById: second });
    expect((await read(first)).prescription.items).toHaveLength(1);
  });
});
