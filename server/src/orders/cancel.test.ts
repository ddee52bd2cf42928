import { beforeEach, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildOrder, type OrderFields } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { buildUser } from '../builders/user.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { openPayment, providerDoes, readPayment } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import { whileLocked } from '../testing/while-locked.ts';
import { closeUnpaidOrders } from './cancel.ts';
import {
  buildUnpaid,
  buildUnread,
  orderRow,
  paymentRow,
  payOrder,
  prescriptionRow,
  readOrder,
  readTimeline,
  sentencesTo,
  server,
  setState,
  startServer,
} from './orders.fixture.ts';

const DAY = 24 * 3600;

let agent: Visitor;
let supervisor: Visitor;
let customer: Visitor;

startServer({}, async () => {
  agent = await server.signIn('agent');
  supervisor = await server.signIn('supervisor');
});
beforeEach(async () => {
  // Days pass, and sessions end.
  [agent, supervisor] = [await server.session(agent.row), await server.session(supervisor.row)];
  customer = await server.signIn('customer');
});

const unpaid = (change: Partial<OrderFields> = {}) =>
  buildUnpaid(customer, agent, { createdAt: server.clock.now(), ...change });
const cancel = ({ id }: OrderRow, by: Visitor, body: object = {}) => setState(by, id, 'cancelled', body);
const stateOf = async ({ id }: OrderRow) => (await orderRow(id)).state;

describe('an order that is not paid for seven days', () => {
  it('is closed once it was read, and its customer is told', async () => {
    const order = await unpaid();
    const unread = await buildUnread(customer, { createdAt: server.clock.now() });
    const paid = await buildOrder(server.db, { customerId: customer.row.id, createdAt: server.clock.now() });
    // The items were written some minutes after the order was placed.
    server.clock.advance(7 * DAY);
    expect(await closeUnpaidOrders(server.ctx)).toBe(0);
    server.clock.advance(10 * 60);
    expect([await closeUnpaidOrders(server.ctx), await closeUnpaidOrders(server.ctx)]).toEqual([1, 0]);
    expect(await Promise.all([order, unread, paid].map(stateOf))).toEqual([
      'cancelled',
      'pre-treatment',
      'pending',
    ]);
    customer = await server.session(customer.row);
    expect(await sentencesTo(customer, order.number)).toEqual([
      `Commande annulée : Votre commande ${order.number} est annulée : elle n’a pas été payée à temps.`,
    ]);
    const closed = { action: 'cancel', actor: { name: 'Amasin' }, to: 'cancelled' };
    expect((await readTimeline(order.id, customer)).at(-1)).toMatchObject(closed);
  });

  it('is closed seven days after its photograph was refused', async () => {
    const { key } = await buildFile(server.db, { ownerId: customer.row.id, boundAt: server.clock.now() });
    const order = await buildUnread(customer, { prescriptionUrl: key, createdAt: server.clock.now() });
    server.clock.advance(6 * DAY);
    agent = await server.session(agent.row);
    const refused = await server.call(agent, 'POST', `/orders/${order.id}/photo-problem`, { reason: 'dark' });
    expect(refused.status).toBe(200);
    server.clock.advance(6 * DAY);
    expect(await closeUnpaidOrders(server.ctx)).toBe(0);
    server.clock.advance(DAY + 1);
    expect([await closeUnpaidOrders(server.ctx), await stateOf(order)]).toEqual([1, 'cancelled']);
  });

  it('is not closed while its portal is open', async () => {
    const order = await unpaid();
    server.clock.advance(8 * DAY);
    customer = await server.session(customer.row);
    await openPayment(server, customer, { orderId: order.id });
    expect(await closeUnpaidOrders(server.ctx)).toBe(0);
    server.clock.advance(15 * 60);
    expect([await closeUnpaidOrders(server.ctx), await stateOf(order)]).toEqual([1, 'cancelled']);
  });
});

describe('an order that is not paid', () => {
  it('is cancelled by its customer, who is told nothing, and nobody can pay it', async () => {
    const order = await unpaid();
    const { status, body } = await cancel(order, customer, { reason: 'unavailable' });
    const cancelled = { state: 'cancelled', cancelReason: 'customer', allowedActions: [] };
    expect([status, body.order]).toMatchObject([200, cancelled]);
    expect(await sentencesTo(customer, order.number)).toEqual([]);
    const paying = await payOrder(customer, order.id);
    const message = 'Action impossible : la commande est déjà « Annulée »';
    expect(paying).toMatchObject({ status: 409, body: { message } });
  });

  it.each([
    ['duplicate', 'elle était en double'],
    ['unavailable', 'un médicament est introuvable'],
    ['unreachable', 'nous n’avons pas pu vous joindre'],
    [undefined, 'comme vous l’avez demandé'],
  ])('is cancelled by a supervisor, who tells the customer why: %s', async (reason, words) => {
    const order = await unpaid();
    expect((await cancel(order, supervisor, { reason })).status).toBe(200);
    expect(await sentencesTo(customer, order.number)).toEqual([
      `Commande annulée : Votre commande ${order.number} est annulée : ${words}.`,
    ]);
  });

  it.each(['unpaid', 'rain'])('is not cancelled for the reason « %s »', async (reason) => {
    expect((await cancel(await unpaid(), supervisor, { reason })).body.message).toBe('Raison inconnue');
  });

  it('leaves the queue of the agent who was to read it, who is told', async () => {
    const order = await buildUnread(customer, { agentId: agent.row.id });
    expect((await cancel(order, customer)).status).toBe(200);
    expect((await server.call(agent, 'GET', `/orders/${order.id}`)).status).toBe(404);
    expect(await sentencesTo(agent, order.number)).toEqual([
      `Commande annulée : ${order.number} n’est plus à lire.`,
    ]);
  });

  it('is in the counts and in no sum once it is cancelled', async () => {
    const admin = await server.signIn('superAdmin');
    const read = async () => {
      const { body: list } = await server.call(admin, 'GET', '/orders?limit=1');
      const { body: stats } = await server.call(admin, 'GET', '/stats/dashboard');
      return { cancelled: list.counts.cancelled as number, orders: stats.orders };
    };
    const before = await read();
    await cancel(await unpaid(), customer);
    expect(await read()).toEqual({
      cancelled: before.cancelled + 1,
      orders: { ...before.orders, total: before.orders.total + 1 },
    });
  });

  it('frees its prescription, which another order may have', async () => {
    const doctor = await buildUser(server.db, { type: 'partnerDoctor' });
    const written = await buildPrescription(server.db, { authorId: doctor.id });
    const [order, next] = [await buildUnread(customer), await buildUnread(customer)];
    const attach = async ({ id }: OrderRow) =>
      (await server.call(supervisor, 'PUT', `/orders/${id}`, { prescription: { _id: written.id } })).status;
    expect([await attach(order), await attach(next)]).toEqual([200, 409]);
    expect((await cancel(order, customer)).status).toBe(200);
    const found = await server.call(customer, 'GET', `/prescriptions/search/${written.number}`);
    expect(found.status).toBe(200);
    expect(await attach(next)).toBe(200);
    // The cancelled order still shows what it contained.
    expect((await readOrder(order.id, customer)).prescription.items).toHaveLength(1);
    expect(await prescriptionRow(written.id)).toMatchObject({ usedById: null, deletedAt: null });
  });
});

describe('an order that changes while it is cancelled', () => {
  it('is not cancelled when it got a prescription meanwhile', async () => {
    const items = [{ medication: await buildMedication(server.db), quantity: 1 }];
    const written = await buildPrescription(server.db, { items });
    const order = await buildOrder(server.db, { state: 'pre-treatment', customerId: customer.row.id, items });
    const { status, body } = await whileLocked(server.pool, {
      first: { text: 'update orders set prescription_id = $2 where id = $1', values: [order.id, written.id] },
      second: () => cancel(order, customer),
    });
    expect([status, body.code]).toEqual([409, 'STATE_CHANGED']);
  });
});

describe('an order that is being paid', () => {
  it('is not cancelled as long as the portal is open', async () => {
    const order = await unpaid();
    await openPayment(server, customer, { orderId: order.id });
    const refused = { status: 409, body: { code: 'ORDER_BEING_PAID' } };
    expect(await cancel(order, customer)).toMatchObject(refused);
    expect(await stateOf(order)).toBe('pre-treatment');
    server.clock.advance(15 * 60);
    expect((await cancel(order, customer)).status).toBe(200);
  });

  it('is not cancelled at the moment when the portal opens', async () => {
    const [order, other] = [await unpaid(), await unpaid()];
    const { transactionId } = await openPayment(server, customer, { orderId: other.id });
    const opening = `with opening as (select id from orders where id = $1 for no key update)
      update payments set order_id = opening.id from opening where transaction_id = $2`;
    const { status, body } = await whileLocked(server.pool, {
      first: { text: opening, values: [order.id, transactionId] },
      second: () => cancel(order, customer),
    });
    expect([status, body.code]).toEqual([409, 'ORDER_BEING_PAID']);
  });

  it('puts money under review that is confirmed after it was cancelled', async () => {
    const order = await unpaid();
    const { transactionId } = await openPayment(server, customer, { orderId: order.id });
    server.clock.advance(15 * 60);
    await cancel(order, supervisor);
    await providerDoes(server, transactionId, 'approve');
    expect(await readPayment(server, customer, transactionId)).toMatchObject({ status: 'review' });
    expect(await orderRow(order.id)).toMatchObject({ state: 'cancelled', paid: 0 });
    expect((await paymentRow(transactionId)).reviewReason).toBe('order-changed');
  });
});
