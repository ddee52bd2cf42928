import { orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { count } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orders } from '../database/schema/orders.ts';
import { fillDemo } from '../demo/fill-demo.ts';
import { readOrders } from '../demo/tables.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { buildOrder } from './order.ts';
import { buildUser } from './user.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

it.each(orderStates)('builds a valid order in %s: payment, journals, timeline', async (state) => {
  const writer = await buildUser(server.db, { type: 'agent' });
  const agentId = writer.id;
  if (state === 'pre-treatment') await buildOrder(server.db, { state, items: [] });
  else await buildOrder(server.db, { state });
  await buildOrder(server.db, { state, itemsWrittenById: writer.id, agentId });
  await expectInvariants(server.db);
});

it('the demo data is valid and contains every order of its table', async () => {
  const [before] = await server.db.select({ n: count() }).from(orders);
  await fillDemo(server.ctx);
  const [after] = await server.db.select({ n: count() }).from(orders);
  expect(after!.n - before!.n).toBe(readOrders().length);
  await expectInvariants(server.db);
});
