import { transitions } from '@amasin/domain/orders/lifecycle.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectWhole } from '../../testing/invariants.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { commands, wholeLife } from './commands.ts';
import { begin, beginnings, end, type Stage, setStage } from './world.ts';

let server: TestApp;
let stage: Stage;

beforeAll(async () => {
  server = await startTestApp();
  stage = await setStage(server);
});
afterAll(() => server.close());

it('an order is what the rules say after any sequence of calls (property)', async () => {
  await fc.assert(
    fc
      .asyncProperty(
        fc.constantFrom(...beginnings, 'unread', 'pre-treatment'),
        // Without fast-check's bias towards short programs: an order needs many steps.
        fc.noBias(fc.commands(commands, { maxCommands: 30, size: 'max' })),
        async (from, program) => {
          await fc.asyncModelRun(() => begin(stage, from), program);
        },
      )
      .afterEach(() => end(stage)),
    { numRuns: 150 },
  );
});

it('the commands take an order through every transition to its end', async () => {
  const started = await begin(stage, 'unread');
  await fc.asyncModelRun(async () => started, wholeLife);
  expect(started.model.state).toBe('ended');
  const events = 'select action from order_events where order_id = $1';
  const { rows } = await server.pool.query(events, [started.real.orderId]);
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(transitions.map(({ action }) => action)),
  );
});

it('the whole database and the dashboard add up afterwards', async () => {
  await expectWhole(server.db);
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
