import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { type OrderRow, orderEvents } from '../database/schema/orders.ts';
import { messagesTo } from '../testing/notices.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let pharmacy: Visitor;
let courier: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  pharmacy = await server.signIn('pharmacy');
  courier = await server.signIn('deliveryPerson');
});
afterAll(() => server.close());

const build = (change = {}) =>
  buildOrder(server.db, { pharmacyId: pharmacy.row.id, deliveryPersonId: courier.row.id, ...change });
const mark = (order: OrderRow, ready: boolean, by = pharmacy) =>
  server.call(by, 'POST', `/orders/${order.id}/ready`, { ready });
const read = async (order: OrderRow, by: Visitor) =>
  (await server.call(by, 'GET', `/orders/${order.id}`)).body.order;
const actionsOf = async ({ id }: OrderRow) =>
  (await server.db.select().from(orderEvents).where(eq(orderEvents.orderId, id)).orderBy(orderEvents.id))
    .map(({ action }) => action)
    .slice(1);

test('a ready order is so for its courier, who is told, and for supervisors; repeated, nothing changes', async () => {
  const supervisor = await server.signIn('supervisor');
  const order = await build();
  expect(await mark(order, true)).toMatchObject({
    status: 200,
    body: { order: { readyAt: expect.any(String), allowedActions: ['mark-not-ready', 'report-shortage'] } },
  });
  expect((await mark(order, true)).status).toBe(200);
  for (const by of [courier, supervisor])
    expect((await read(order, by)).readyAt).toBe((await read(order, pharmacy)).readyAt);
  expect((await actionsOf(order)).filter((action) => action === 'mark-ready')).toHaveLength(1);
  expect(await messagesTo(server, courier, order.number)).toEqual([
    `Commande prête : ${order.number} vous attend à ${pharmacy.row.name}.`,
  ]);
});

test('it can be taken back until it is fetched', async () => {
  const order = await build();
  await mark(order, true);
  expect((await mark(order, false)).body.order).toMatchObject({
    readyAt: null,
    allowedActions: ['mark-ready', 'report-shortage'],
  });
  await server.call(courier, 'PATCH', `/orders/${order.id}/status`, { status: 'delivering' });
  expect(await mark(order, true)).toMatchObject({ status: 409, body: { code: 'STATE_CHANGED' } });
});

test('another pharmacy starts anew, and the first one is told who prepares it', async () => {
  const other = await server.signIn('pharmacy');
  const supervisor = await server.signIn('supervisor');
  const order = await build({ deliveryPersonId: null });
  await mark(order, true);
  await server.call(supervisor, 'PATCH', `/orders/${order.id}/assign`, {
    pharmacy: other.row.id,
    replaces: pharmacy.row.id,
    reason: 'medicine-missing',
  });
  expect((await read(order, other)).readyAt).toBeNull();
  expect(await mark(order, true)).toMatchObject({
    status: 404,
    body: {
      code: 'REASSIGNED',
      message: `Cette commande est maintenant confiée à ${other.row.name} (médicament manquant).`,
    },
  });
});

test('the same order marked twice at once is ready once', async () => {
  const order = await build();
  const answers = await Promise.all([mark(order, true), mark(order, true), mark(order, true)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await messagesTo(server, courier, order.number)).toHaveLength(1);
});
