import { transitions } from '@amasin/domain/orders/lifecycle.ts';
import { casesOf } from '@amasin/domain/testing/cases-of.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectInvariants } from '../../testing/invariants.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import {
  askCancelCommand,
  cancelPaidCommand,
  decideCancelCommand,
  giveBackCommand,
  refundBehaviourCommand,
  refundJobCommand,
  retryRefundCommand,
  settleRefundCommand,
  shortageCommand,
} from './after-payment-commands.ts';
import {
  assignCommand,
  commands,
  fullLifecycle,
  leaveOutCommand,
  moveCommand,
  openPaymentCommand,
  orderRestCommand,
  providerCommand,
  putCommand,
} from './commands.ts';
import { buildFixtures, endRun, type Fixtures, startingPoints, startRun } from './system.ts';

const RUNS = casesOf(60, 2_000);
const COMMANDS = casesOf(30, 60);
const TIMEOUT_MS = Math.max(300_000, RUNS * 10_000);

let server: TestApp;
let fixtures: Fixtures;

beforeAll(async () => {
  server = await startTestApp();
  fixtures = await buildFixtures(server);
});
afterAll(() => server.close());

it(
  'an order is equal to the model after any sequence of calls (property)',
  async () => {
    await fc.assert(
      fc
        .asyncProperty(
          fc.constantFrom(...startingPoints, 'unread', 'pre-treatment'),
          // Without fast-check's bias towards short sequences: an order needs many steps.
          fc.noBias(fc.commands(commands, { maxCommands: COMMANDS, size: 'max' })),
          async (from, sequence) => {
            await fc.asyncModelRun(() => startRun(fixtures, from), sequence);
          },
        )
        .afterEach(() => endRun(fixtures)),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);

it('the commands move an order through every transition to `ended`', async () => {
  const started = await startRun(fixtures, 'unread');
  await fc.asyncModelRun(async () => started, fullLifecycle);
  expect(started.model.state).toBe('ended');
  const events = 'select action from order_events where order_id = $1';
  const { rows } = await server.pool.query(events, [started.real.orderId]);
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(
      transitions.map(({ action }) => action).filter((action) => !action.includes('cancel')),
    ),
  );
});

it('the commands cancel an order that is not paid', async () => {
  const started = await startRun(fixtures, 'unread');
  await fc.asyncModelRun(
    async () => started,
    [putCommand('agent1'), leaveOutCommand('owner', true), moveCommand('owner', 'cancelled')],
  );
  expect(started.model.state).toBe('cancelled');
});

it('the commands order what was left out, and what came back', async () => {
  const { model, real } = await startRun(fixtures, 'pre-treatment');
  const sequence = [
    leaveOutCommand('owner', true),
    openPaymentCommand('owner', false),
    providerCommand(0, 'approve'),
    orderRestCommand,
    giveBackCommand('supervisor1'),
    orderRestCommand,
    cancelPaidCommand('supervisor1', 'unavailable'),
    orderRestCommand,
  ];
  await fc.asyncModelRun(async () => ({ model, real }), sequence);
  expect(model).toMatchObject({ state: 'cancelled', rest: { first: 2, second: 2 } });
});

it('the commands refund a cancelled order, by the provider or by hand', async () => {
  const paid = [
    putCommand('agent1'),
    openPaymentCommand('owner', false),
    refundBehaviourCommand('decline'),
    providerCommand(0, 'approve'),
    assignCommand('supervisor1', 'pharmacy', 'pharmacy1', null),
    shortageCommand('pharmacy1', { reason: 'quantity-short', medicine: 'second' }),
    askCancelCommand('owner'),
    decideCancelCommand('supervisor1', 'prepared'),
    decideCancelCommand('supervisor2', null),
    refundJobCommand,
  ];
  const ends = [
    [retryRefundCommand('admin'), refundBehaviourCommand('slow'), refundJobCommand],
    [settleRefundCommand('admin')],
  ];
  for (const end of ends) {
    const { model, real } = await startRun(fixtures, 'unread');
    await fc.asyncModelRun(async () => ({ model, real }), [...paid, ...end]);
    expect(model).toMatchObject({ state: 'cancelled', problem: null, refund: { state: 'done' } });
  }
});

it('the commands refund an order that a supervisor cancels, also after a request was declined', async () => {
  const { model, real } = await startRun(fixtures, 'pending');
  const sequence = [
    assignCommand('supervisor1', 'pharmacy', 'pharmacy1', null),
    shortageCommand('pharmacy1', { reason: 'medicine-out-of-stock', medicine: 'first' }),
    askCancelCommand('owner'),
    cancelPaidCommand('supervisor1', 'unavailable'),
    decideCancelCommand('supervisor1', 'agreed'),
    cancelPaidCommand('supervisor1', 'unavailable'),
    cancelPaidCommand('supervisor1', 'unavailable'),
    cancelPaidCommand('supervisor2', 'unavailable'),
  ];
  await fc.asyncModelRun(async () => ({ model, real }), sequence);
  expect(model).toMatchObject({ state: 'cancelled', problem: null, refund: { state: 'asked' } });
});

it('afterwards the database invariants hold and the dashboard says what the ledger says was paid', async () => {
  await expectInvariants(server.db);
  const admin = await server.signIn('superAdmin');
  const { body } = await server.call(admin, 'GET', '/stats/dashboard');
  const ledger = await server.pool.query(
    `select sum(amount_fcfa) filter (where account in ('customer', 'refund'))::int as revenue,
      -sum(amount_fcfa) filter (where account in ('commission', 'platform', 'partner'))::int as commission,
      -sum(amount_fcfa) filter (where account = 'courier')::int as fees
    from entries e join journals j on j.id = e.journal_id left join orders o on o.id = j.order_id
    -- What a line gave back of an order that goes on was paid nevertheless.
    where not (j.kind = 'giving-back' and o.state <> 'cancelled')
      and not exists (select from refunds r where r.id = j.refund_id and j.kind = 'refund' and r.reason is not null)`,
  );
  const { totalRevenue, commission, deliveryFees } = body.orders;
  expect(ledger.rows).toEqual([{ revenue: totalRevenue, commission, fees: deliveryFees }]);
});
