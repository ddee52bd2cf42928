import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { buildUser } from '../builders/user.ts';
import { orderEvents, orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { refunds } from '../database/schema/refunds.ts';
import { sandboxRefunds } from '../database/schema/sandbox-pay.ts';
import { sendRefunds } from '../payments/refund.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { fillBasket, openPayment, placePaidOrder, report, reportOf } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { balancesOf, sentencesTo } from './notices-and-balances.fixture.ts';

let server: TestApp;
let supervisor: Visitor;
let admin: Visitor;
let pharmacy: Visitor;
let courier: Visitor;
let customer: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor');
  admin = await server.signIn('superAdmin');
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

const cancel = (id: string, body: object = { reason: 'unavailable' }, by = supervisor) =>
  server.call(by, 'POST', `/orders/${id}/cancellation`, body);
const ask = (id: string) =>
  server.call(customer, 'POST', `/orders/${id}/cancel-request`, { reason: 'mistake' });
const decide = (id: string, declined: string | null) =>
  server.call(supervisor, 'POST', `/orders/${id}/cancel-request/decision`, { declined });
const assign = async (id: string) => {
  for (const body of [{ pharmacy: pharmacy.row.id }, { deliveryPerson: courier.row.id }])
    expect((await server.call(supervisor, 'PATCH', `/orders/${id}/assign`, body)).status).toBe(200);
};
const read = async (id: string, by: Visitor) => (await server.call(by, 'GET', `/orders/${id}`)).body.order;
const rowOf = async (id: string) => (await server.db.select().from(orders).where(eq(orders.id, id)))[0]!;
const actionsOf = async (id: string) =>
  (
    await server.db.select().from(orderEvents).where(eq(orderEvents.orderId, id)).orderBy(asc(orderEvents.id))
  ).map(({ action }) => action);
const balances = (orderId: string) => balancesOf(server, orderId);
const sentences = (by: Visitor, number: string) => sentencesTo(server, by, number);

describe('a paid order that its customer did not ask to cancel', () => {
  it('is cancelled and paid back after its pharmacy reported a shortage, and everyone is told', async () => {
    const order = await placePaidOrder(server, customer);
    await assign(order._id);
    const shortage = { reason: 'pharmacy-closing' };
    expect((await server.call(pharmacy, 'POST', `/orders/${order._id}/shortage`, shortage)).status).toBe(200);
    expect((await read(order._id, supervisor)).allowedActions).toContain('cancel-paid');

    const { status, body } = await cancel(order._id, { reason: 'unavailable', note: '  Trois appels  ' });
    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      state: 'cancelled',
      cancelReason: 'unavailable',
      cancelNote: 'Trois appels',
      finalAmount: 0,
      paidAt: null,
      pharmacy: null,
      deliveryPerson: null,
      problem: null,
      refund: { amount: 4_825, state: 'asked' },
      allowedActions: [],
    });
    const [payment] = await server.db
      .select()
      .from(payments)
      .where(eq(payments.transactionId, order.transactionId));
    expect(payment).toMatchObject({ status: 'refunded' });
    expect(await balances(order._id)).toEqual({
      commission: 0,
      courier: 0,
      pharmacy: 0,
      customer: 4_825,
      refund: -4_825,
    });
    expect((await sentences(customer, order.number))[0]).toBe(
      `Commande annulée : Votre commande ${order.number} est annulée : un médicament est introuvable. Remboursement de 4 825 F en cours.`,
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
    const paidBack = await server.db
      .select()
      .from(sandboxRefunds)
      .where(eq(sandboxRefunds.transactionId, order.transactionId));
    expect(paidBack.map(({ amount }) => amount)).toEqual([4_825]);
    expect(Object.values(await balances(order._id))).toEqual([0, 0, 0, 0, 0]);
    // What was noted is for supervisors.
    const hers = await read(order._id, customer);
    expect(hers).toMatchObject({ cancelReason: 'unavailable', refund: { amount: 4_825, state: 'done' } });
    expect(Object.keys(hers)).not.toContain('cancelNote');
    const { timeline } = (await server.call(customer, 'GET', `/orders/${order._id}/timeline`)).body;
    expect(timeline.at(-1)).toMatchObject({ action: 'cancel-paid', from: 'pending', to: 'cancelled' });
    expect(JSON.stringify(timeline)).not.toContain('Trois appels');
  });

  it.each([
    ['customer', 'comme vous l’avez demandé'],
    ['duplicate', 'elle était en double'],
    ['unreachable', 'nous n’avons pas pu vous joindre'],
  ])('is cancelled before it has a pharmacy, by a superAdmin too: %s', async (reason, told) => {
    const order = await placePaidOrder(server, customer);
    const { body } = await cancel(order._id, { reason }, admin);
    expect(body.order).toMatchObject({ state: 'cancelled', cancelReason: reason, cancelNote: null });
    expect((await sentences(customer, order.number))[0]).toContain(`est annulée : ${told}. Remboursement`);
  });

  it('is cancelled once; the one who did it is answered the same again, another is told', async () => {
    const order = await placePaidOrder(server, customer);
    expect([(await cancel(order._id)).status, (await cancel(order._id)).status]).toEqual([200, 200]);
    const late = await cancel(order._id, { reason: 'duplicate' }, admin);
    expect([late.status, late.body.message]).toEqual([
      409,
      'Action impossible : la commande est déjà « Annulée »',
    ]);
    expect((await actionsOf(order._id)).filter((action) => action === 'cancel-paid')).toHaveLength(1);
    const made = await server.db.select().from(refunds).where(eq(refunds.orderId, order._id));
    expect(made.map(({ amount, askedById }) => [amount, askedById])).toEqual([[4_825, supervisor.row.id]]);
    expect((await rowOf(order._id)).cancelReason).toBe('unavailable');
  });

  it('needs a known reason, and a note of 300 characters at most', async () => {
    const order = await placePaidOrder(server, customer);
    for (const body of [{}, { reason: 'unpaid' }, { reason: 'unavailable', note: 'x'.repeat(301) }])
      expect((await cancel(order._id, body)).status).toBe(422);
    expect((await cancel(order._id, {})).body.fields).toEqual({ reason: 'Indiquez une raison' });
    expect((await rowOf(order._id)).state).toBe('pending');
  });
});

describe('a request of its customer', () => {
  it('is answered first: nothing is cancelled while it waits', async () => {
    const order = await placePaidOrder(server, customer);
    await ask(order._id);
    const { status, body } = await cancel(order._id);
    expect([status, body.code, body.message]).toEqual([
      409,
      'CANCEL_ASKED',
      'Le client demande l’annulation de cette commande : répondez d’abord à sa demande',
    ]);
    expect(await rowOf(order._id)).toMatchObject({ state: 'pending', cancelDeclined: null });
    expect((await read(order._id, supervisor)).allowedActions).not.toContain('cancel-paid');
    expect((await decide(order._id, null)).body.order).toMatchObject({ cancelReason: 'customer' });
    // The same supervisor asks for the same end.
    expect((await cancel(order._id)).status).toBe(200);
    expect((await cancel(order._id, undefined, admin)).body.code).toBe('STATE_CHANGED');
  });

  it('once declined, does not keep a supervisor from cancelling', async () => {
    const order = await placePaidOrder(server, customer);
    await ask(order._id);
    await decide(order._id, 'agreed');
    expect((await cancel(order._id)).body.order).toMatchObject({
      state: 'cancelled',
      cancelReason: 'unavailable',
      refund: { amount: 4_825 },
    });
  });
});

describe('an order in another state', () => {
  it.each(['pre-treatment', 'delivering', 'delivered', 'ended'] as const)(
    '%s: is not cancelled',
    async (state) => {
      const order = await buildOrder(server.db, { state, customerId: customer.row.id });
      const before = await rowOf(order.id);
      const { status, body } = await cancel(order.id);
      expect([status, body.code]).toEqual([409, 'STATE_CHANGED']);
      expect(await rowOf(order.id)).toEqual(before);
    },
  );
});

describe('its prescription', () => {
  it('is free again, and the next order may use it', async () => {
    const doctor = await buildUser(server.db, { type: 'partnerDoctor' });
    const written = await buildPrescription(server.db, { authorId: doctor.id });
    const { zone } = await fillBasket(server);
    const prescription = { type: 'numerical', prescriptionNumber: written.number };
    const order = { prescription, deliveryZone: zone.id, deliveryAddress: 'Lot 9, Akpakpa' };
    const pay = async () => {
      const opened = await openPayment(server, customer, { order });
      await report(server, reportOf(opened));
      const { body } = await server.call(customer, 'GET', `/payments/${opened.transactionId}`);
      return body.payment.orderId as string;
    };
    const usedBy = async () =>
      (await server.db.select().from(prescriptions).where(eq(prescriptions.id, written.id)))[0]!.usedById;
    const first = await pay();
    expect((await cancel(first)).status).toBe(200);
    expect(await usedBy()).toBeNull();
    const second = await pay();
    expect(await usedBy()).toBe(second);
  });
});
