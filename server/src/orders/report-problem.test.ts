import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { type OrderRow, orders } from '../database/schema/orders.ts';
import { messagesTo } from '../testing/notices.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let courier: Visitor;
let supervisor: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  courier = await server.signIn('deliveryPerson');
  supervisor = await server.signIn('supervisor');
});
afterAll(() => server.close());

const build = (change = {}) =>
  buildOrder(server.db, { state: 'delivering', deliveryPersonId: courier.row.id, ...change });
const report = (order: OrderRow, body: object, by = courier) =>
  server.call(by, 'POST', `/orders/${order.id}/problem`, body);
const solve = (order: OrderRow) => server.call(supervisor, 'DELETE', `/orders/${order.id}/problem`);
const rowOf = async ({ id }: OrderRow) =>
  (await server.db.select().from(orders).where(eq(orders.id, id)))[0]!;
const timelineOf = async ({ id }: OrderRow, by = supervisor) =>
  (await server.call(by, 'GET', `/orders/${id}/timeline`)).body.timeline as { action: string; to: string }[];

const ABSENT = { reason: 'customer-absent', note: 'Portail fermé, téléphone coupé' };

test('a reported problem reaches the supervisors and comes first in their list; repeated, nothing changes', async () => {
  const waiting = await buildOrder(server.db, { createdAt: new Date('2026-11-01T08:00:00Z') });
  const order = await build();
  const reported = await report(order, ABSENT);
  expect(reported).toMatchObject({ status: 200, body: { order: { problem: { ...ABSENT } } } });
  expect((await report(order, ABSENT)).status).toBe(200);
  expect(await messagesTo(server, supervisor, order.number)).toEqual([
    `Livraison bloquée : ${order.number} : client absent. ${ABSENT.note}`,
  ]);
  const list = await server.call(supervisor, 'GET', '/orders?todo=true');
  const ids = list.body.orders.map(({ _id }: { _id: string }) => _id);
  expect(ids.indexOf(order.id)).toBe(0);
  expect(ids).toContain(waiting.id);
  expect(list.body.orders[0].allowedActions).toContain('solve-problem');
});

test('the customer sees that there was a problem, without the note', async () => {
  const customer = await server.signIn('customer');
  const order = await build({ customerId: customer.row.id });
  await report(order, ABSENT);
  expect((await server.call(customer, 'GET', `/orders/${order.id}`)).body.order).not.toHaveProperty(
    'problem',
  );
  const timeline = await timelineOf(order, customer);
  expect(timeline.at(-1)).toMatchObject({ action: 'report-problem', to: 'customer-absent' });
  expect(JSON.stringify(timeline)).not.toContain(ABSENT.note);
});

test('a supervisor ends it, and the courier is told; repeated, nothing changes', async () => {
  const order = await build();
  await report(order, ABSENT);
  expect((await solve(order)).status).toBe(204);
  expect((await solve(order)).status).toBe(204);
  expect((await rowOf(order)).problem).toBeNull();
  expect(await messagesTo(server, courier, order.number)).toEqual([
    `Livraison débloquée : ${order.number} peut de nouveau être livrée.`,
  ]);
});

test('a courier who goes on has solved it', async () => {
  const order = await build();
  await report(order, ABSENT);
  await server.call(courier, 'PATCH', `/orders/${order.id}/status`, { status: 'delivered' });
  expect(await rowOf(order)).toMatchObject({ state: 'delivered', problem: null, problemNote: null });
  expect(await report(order, ABSENT)).toMatchObject({ status: 409, body: { code: 'STATE_CHANGED' } });
});

test('a courier who was replaced is told by whom, and why', async () => {
  const other = await server.signIn('deliveryPerson');
  const order = await build();
  await server.call(supervisor, 'PATCH', `/orders/${order.id}/assign`, {
    deliveryPerson: other.row.id,
    replaces: courier.row.id,
    reason: 'breakdown',
  });
  const message = `Cette commande est maintenant confiée à ${other.row.name} (panne ou accident).`;
  expect(await report(order, ABSENT)).toMatchObject({ status: 404, body: { code: 'REASSIGNED', message } });
  expect((await server.call(courier, 'GET', `/orders/${order.id}`)).body.message).toBe(message);
  expect(await messagesTo(server, courier, order.number)).toEqual([
    `Commande reprise : La commande ${order.number} est maintenant confiée à ${other.row.name} (panne ou accident).`,
  ]);
});

test.each([
  [{ reason: 'rain' }, { reason: 'Indiquez une raison' }],
  [{ reason: 'customer-absent', note: 'x'.repeat(301) }, { note: '300 caractères maximum' }],
])('%o is refused: %o', async (body, fields) => {
  expect(await report(await build(), body)).toMatchObject({ status: 422, body: { fields } });
});
