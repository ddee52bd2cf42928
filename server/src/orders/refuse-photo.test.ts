import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildOrder } from '../builders/order.ts';
import { files } from '../database/schema/files.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { messagesTo } from '../testing/notices.ts';
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
afterAll(() => server.close());

const uploadOf = async (owner: Visitor, boundAt: Date | null = null) =>
  (await buildFile(server.db, { ownerId: owner.row.id, boundAt })).key;
const build = async (change = {}) =>
  buildOrder(server.db, {
    state: 'pre-treatment',
    items: [],
    customerId: customer.row.id,
    prescriptionUrl: await uploadOf(customer, server.clock.now()),
    ...change,
  });
const refuse = (order: OrderRow, reason = 'blurred', by = agent) =>
  server.call(by, 'POST', `/orders/${order.id}/photo-problem`, { reason });
const replace = (order: OrderRow, url: string, by = customer) =>
  server.call(by, 'PUT', `/orders/${order.id}/photo`, { url });
const read = async ({ id }: OrderRow, by: Visitor) =>
  (await server.call(by, 'GET', `/orders/${id}`)).body.order;
const queue = async () => {
  const { body } = await server.call(agent, 'GET', '/orders?state=pre-treatment&sort=oldest&limit=200');
  return body.orders.map(({ _id }: { _id: string }) => _id) as string[];
};

test('the customer is asked for another photograph, and the order leaves what is to be read', async () => {
  const order = await build();
  const later = await build({ createdAt: new Date('2026-11-20T09:59:00Z') });
  expect(await refuse(order)).toMatchObject({ status: 200, body: { order: { photoProblem: 'blurred' } } });
  expect(await messagesTo(server, customer, order.number)).toEqual([
    `Photo à refaire : Photo floue : envoyez une autre photo de l’ordonnance de ${order.number}.`,
  ]);
  expect(await read(order, customer)).toMatchObject({
    photoProblem: 'blurred',
    allowedActions: ['replace-photo', 'cancel'],
  });
  const ids = await queue();
  expect(ids.indexOf(later.id)).toBeLessThan(ids.indexOf(order.id));
  const todo = await server.call(supervisor, 'GET', '/orders?todo=true&limit=200');
  expect(todo.body.orders.map(({ _id }: { _id: string }) => _id)).not.toContain(order.id);
});

test('another photograph replaces it: the order is to be read again, and the earlier file is released', async () => {
  const order = await build({ agentId: agent.row.id });
  await refuse(order, 'cut');
  const url = await uploadOf(customer);
  expect(await replace(order, url)).toMatchObject({
    status: 200,
    body: { order: { prescriptionUrl: url, photoProblem: null, allowedActions: ['cancel'] } },
  });
  expect((await replace(order, url)).status).toBe(200);
  expect(await messagesTo(server, agent, order.number)).toEqual([
    `Ordonnance à lire : ${order.number} a une nouvelle photo.`,
  ]);
  const [earlier] = await server.db
    .select()
    .from(files)
    .where(eq(files.key, order.prescriptionUrl ?? ''));
  expect(earlier?.boundAt).toBeNull();
  const { timeline } = (await server.call(agent, 'GET', `/orders/${order.id}/timeline`)).body;
  expect(timeline.slice(-2)).toMatchObject([
    { action: 'refuse-photo', to: 'cut' },
    { action: 'replace-photo', to: null },
  ]);
});

test('a prescription that is read all the same needs no other photograph', async () => {
  const { id, label } = await buildMedication(server.db);
  const order = await build();
  await refuse(order);
  await server.call(agent, 'PUT', `/orders/${order.id}`, {
    prescription: { type: 'numerical', items: [{ medicationId: id, label, quantity: 1 }] },
  });
  expect(await read(order, customer)).toMatchObject({
    photoProblem: null,
    allowedActions: ['pay', 'cancel'],
  });
  expect(await replace(order, await uploadOf(customer))).toMatchObject({
    status: 409,
    body: { code: 'PHOTO_NOT_ASKED' },
  });
  expect(await refuse(order)).toMatchObject({ status: 409, body: { code: 'ALREADY_TREATED' } });
});

test('of two pharmacists at once, one asks for another photograph', async () => {
  const order = await build();
  const answers = await Promise.all([refuse(order), refuse(order, 'dark', supervisor)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('PHOTO_REFUSED');
  expect(await messagesTo(server, customer, order.number)).toHaveLength(1);
});

test('only a new upload of their own replaces it', async () => {
  const order = await build();
  const other = await server.signIn('customer');
  await refuse(order);
  const used = await uploadOf(customer, server.clock.now());
  for (const url of ['', 'invented', used, await uploadOf(other)])
    expect(await replace(order, url), url).toMatchObject({
      status: 422,
      body: { fields: { url: 'Veuillez uploader votre ordonnance' } },
    });
  expect((await replace(order, await uploadOf(other), other)).status).toBe(404);
});
