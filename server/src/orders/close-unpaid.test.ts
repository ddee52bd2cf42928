import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildFile } from '../builders/file.ts';
import { buildOrder } from '../builders/order.ts';
import { orders } from '../database/schema/orders.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { messagesTo } from '../testing/notices.ts';
import { openPayment } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { closeUnpaidOrders } from './cancel.ts';

const DAY_S = 24 * 3600;

let server: TestApp;
let agent: Visitor;
let customer: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  agent = await server.signIn('agent');
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
    createdAt: server.clock.now(),
    ...change,
  });
const stateOf = async (id: string) =>
  (await server.db.select().from(orders).where(eq(orders.id, id)))[0]!.state;

it('closes an order that was read and not paid for seven days, and tells its customer', async () => {
  const order = await unpaid();
  const unread = await unpaid({ items: [], itemsWrittenById: null });
  const paid = await unpaid({ state: 'pending', itemsWrittenById: null });
  // The items were written some minutes after the order was placed.
  server.clock.advance(7 * DAY_S);
  expect(await closeUnpaidOrders(server.ctx)).toBe(0);
  server.clock.advance(10 * 60);
  expect(await closeUnpaidOrders(server.ctx)).toBe(1);
  expect(await closeUnpaidOrders(server.ctx)).toBe(0);
  expect(await Promise.all([order, unread, paid].map(({ id }) => stateOf(id)))).toEqual([
    'cancelled',
    'pre-treatment',
    'pending',
  ]);
  customer = await server.session(customer.row);
  expect(await messagesTo(server, customer, order.number)).toEqual([
    `Commande annulée : Votre commande ${order.number} est annulée : elle n’a pas été payée à temps.`,
  ]);
  const { body } = await server.call(customer, 'GET', `/orders/${order.id}/timeline`);
  expect(body.timeline.at(-1)).toMatchObject({
    action: 'cancel',
    actor: { name: 'Amasin' },
    to: 'cancelled',
  });
});

it('closes an order whose photograph was not sent again', async () => {
  const { key } = await buildFile(server.db, { ownerId: customer.row.id, boundAt: server.clock.now() });
  const order = await unpaid({ items: [], itemsWrittenById: null, prescriptionUrl: key });
  server.clock.advance(6 * DAY_S);
  // Its session has ended.
  agent = await server.session(agent.row);
  const refused = await server.call(agent, 'POST', `/orders/${order.id}/photo-problem`, { reason: 'dark' });
  expect(refused.status).toBe(200);
  server.clock.advance(6 * DAY_S);
  expect(await closeUnpaidOrders(server.ctx)).toBe(0);
  server.clock.advance(DAY_S + 1);
  expect(await closeUnpaidOrders(server.ctx)).toBe(1);
  expect(await stateOf(order.id)).toBe('cancelled');
});

it('leaves an order whose portal is open', async () => {
  const order = await unpaid();
  server.clock.advance(8 * DAY_S);
  customer = await server.session(customer.row);
  await openPayment(server, customer, { orderId: order.id });
  expect(await closeUnpaidOrders(server.ctx)).toBe(0);
  server.clock.advance(15 * 60);
  expect(await closeUnpaidOrders(server.ctx)).toBe(1);
  expect(await stateOf(order.id)).toBe('cancelled');
});
