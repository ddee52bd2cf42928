import { orderStates, transitions } from '@amasin/domain/orders/lifecycle.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectWhole } from '../../testing/invariants.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { commands } from './commands.ts';
import { begin, beginnings, end, type Stage, setStage } from './world.ts';

let server: TestApp;
let stage: Stage;

beforeAll(async () => {
  server = await startTestApp();
  stage = await setStage(server);
});
afterAll(() => server.close());

it('whatever everybody does in whatever order, an order is what the rules say (property)', async () => {
  await fc.assert(
    fc
      .asyncProperty(
        fc.constantFrom(...beginnings, 'unread', 'pre-treatment'),
        // Without fast-check's liking for the short: an order needs many steps to get anywhere.
        fc.noBias(fc.commands(commands, { maxCommands: 30, size: 'max' })),
        async (from, program) => {
          await fc.asyncModelRun(() => begin(stage, from), program);
        },
      )
      .afterEach(() => end(stage)),
    { numRuns: 150 },
  );
}, 300_000);

it('the programs reached every state by every move; afterwards everything adds up', async () => {
  await expectWhole(server.db);
  const { rows } = await server.pool.query('select state, count(*)::int as n from orders group by state');
  expect(rows.map(({ state }) => state).sort()).toEqual([...orderStates].sort());
  const { rows: actions } = await server.pool.query('select distinct action from order_events');
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(transitions.map(({ action }) => action)),
  );
  const admin = await server.signIn('superAdmin');
  const { body } = await server.call(admin, 'GET', '/stats/dashboard');
  const ledger = await server.pool.query(
    `select sum(amount_fcfa) filter (where account = 'customer')::int as revenue,
      -sum(amount_fcfa) filter (where account in ('commission', 'platform', 'partner'))::int as commission,
      -sum(amount_fcfa) filter (where account = 'courier')::int as fees from entries`,
  );
  const { totalRevenue, commission, deliveryFees } = body.orders;
  expect(ledger.rows).toEqual([{ revenue: totalRevenue, commission, fees: deliveryFees }]);
});
