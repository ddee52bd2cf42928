import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { buildUser } from '../builders/user.ts';
import { transact } from '../database/transaction.ts';
import { brokenInvariants, expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { checkCounts } from './check-counts.ts';

// The counts kept for lists. `expectInvariants` compares them with a count of all rows.

let server: TestApp;
let supervisor: Visitor;
beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor');
});
afterAll(() => server.close());
afterEach(() => expectInvariants(server.db));

const countsSeenBy = async (visitor: Visitor) => (await server.call(visitor, 'GET', '/orders')).body.counts;

it('follow orders that many people move at once, from the first state to the last', async () => {
  const pharmacy = await server.signIn('pharmacy', { isPartner: true });
  const courier = await server.signIn('deliveryPerson');
  const zone = await buildZone(server.db);
  const medication = await buildMedication(server.db);
  const customerId = (await buildUser(server.db, { type: 'customer' })).id;
  const items = [{ medication, quantity: 1 }];
  const orders = await Promise.all(
    Array.from({ length: 40 }, () => buildOrder(server.db, { zone, customerId, items })),
  );
  const status = async (who: Visitor, id: string, to: string) =>
    expect((await server.call(who, 'PATCH', `/orders/${id}/status`, { status: to })).status).toBe(200);
  const assign = async (id: string, body: object) =>
    expect((await server.call(supervisor, 'PATCH', `/orders/${id}/assign`, body)).status).toBe(200);
  await Promise.all(
    orders.map(async ({ id }, index) => {
      await assign(id, { pharmacy: pharmacy.row.id });
      await assign(id, { deliveryPerson: courier.row.id });
      if (index % 5 === 0) return;
      await status(courier, id, 'delivering');
      await status(courier, id, 'delivered');
      if (index % 5 > 1) await status(supervisor, id, 'ended');
    }),
  );
  const counts = { 'pre-treatment': 0, pending: 8, delivering: 0, delivered: 8, ended: 24, cancelled: 0 };
  for (const visitor of [supervisor, pharmacy, courier]) expect(await countsSeenBy(visitor)).toEqual(counts);
  const { rows } = await server.pool.query('select sum(n)::int as n from counts');
  // The changes were added to the counts on the way.
  expect(rows[0].n).toBeGreaterThan(0);
});

it('count for an agent what they wrote, what waits for them and what waits for anyone, each once', async () => {
  const agent = await server.signIn('agent');
  const other = await server.signIn('agent');
  const build = (
    agentId: string | null,
    itemsWrittenById: string | null,
    state: 'pre-treatment' | 'pending',
  ) => buildOrder(server.db, { state, agentId, itemsWrittenById });
  const mine = agent.row.id;
  for (const assigned of [null, mine, other.row.id]) {
    for (const writer of [mine, other.row.id]) await build(assigned, writer, 'pre-treatment');
    await build(assigned, mine, 'pending');
  }
  for (const visitor of [agent, other]) {
    const listed = (await server.call(visitor, 'GET', '/orders?state=pre-treatment')).body;
    expect([listed.orders.length, listed.total]).toEqual([5, 5]);
    expect((await countsSeenBy(visitor))['pre-treatment']).toBe(5);
  }
  expect((await countsSeenBy(agent)).pending).toBe(3);
});

it('do not wait for a transaction that adds the changes to the counts', async () => {
  const client = await server.pool.connect();
  await client.query('begin');
  await client.query('select fold_counts()');
  await buildOrder(server.db);
  const { rows } = await client.query('select fold_counts()');
  await client.query('rollback');
  client.release();
  expect(rows).toHaveLength(1);
});

it('are undone with the change of an order', async () => {
  const before = await countsSeenBy(supervisor);
  const order = await buildOrder(server.db, { state: 'delivered' });
  await transact(server.db, async (tx) => {
    await tx.execute(`update orders set state = 'ended' where id = '${order.id}'`);
    throw new Error('rolled back');
  }).catch(() => {});
  expect(await countsSeenBy(supervisor)).toEqual({ ...before, delivered: before.delivered + 1 });
});

it('of a day are the same before and after the changes are added to them', async () => {
  for (const state of ['pending', 'ended', 'ended', 'cancelled'] as const)
    await buildOrder(server.db, { state, zone: await buildZone(server.db) });
  const admin = await server.signIn('superAdmin');
  const read = async () => (await server.call(admin, 'GET', '/stats/days')).body;
  const before = await read();
  expect(before.states).toMatchObject({ cancelled: 1 });
  expect(before.zones.length).toBeGreaterThan(2);
  await server.pool.query('select fold_counts()');
  expect(await read()).toEqual(before);
});

it('are corrected at night, with a line in the log', async () => {
  await buildOrder(server.db);
  const lines: object[] = [];
  const ctx = { ...server.ctx, log: { ...server.ctx.log, error: (line: object) => lines.push(line) } };
  await checkCounts(ctx);
  expect(lines).toEqual([]);
  await server.pool.query(
    `insert into count_changes (scope, user_id, state, n)
     select 'orders', '00000000-0000-0000-0000-000000000000', 'pending', 3`,
  );
  await server.pool.query('select fold_counts()');
  await server.pool.query('update day_counts set n = n + 1');
  await buildOrder(server.db);
  await server.pool.query('delete from day_count_changes');
  expect(await brokenInvariants(server.db)).not.toEqual([]);
  await checkCounts(ctx);
  expect(lines).toEqual([{ wrong: expect.any(Number) }]);
});
