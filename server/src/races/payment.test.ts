// biome-ignore lint/style/noRestrictedImports: the provider answers after a short delay, so that the calls overlap.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { followUpPayments } from '../payments/confirm.ts';
import type { PaymentProvider } from '../ports/payment-provider.ts';
import { type Caller, callOverHttp, RACE_MS, ROUNDS, shuffled, times } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import {
  type Basket,
  elsewhere,
  fillBasket,
  openPayment,
  providerDoes,
  reportOf,
  reportOverHttp,
} from '../testing/pay.ts';
import { type Seen, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// Twenty concurrent calls report one payment: webhooks with the same and new events, the browser's POST and GET,
// and the repeated job of two processes. One order, one journal, one notice each; every call succeeds.

let server: TestApp;
let call: Caller;
let ask: PaymentProvider['ask'];
let supervisors: Visitor[];
let customer: Visitor;
let basket: Basket;

beforeAll(async () => {
  server = await startTestApp();
  call = await callOverHttp(server);
  ask = server.ctx.payments.ask;
  supervisors = [await server.signIn('supervisor'), await server.signIn('supervisor')];
  basket = await fillBasket(server);
});
beforeEach(async () => {
  customer = await server.signIn('customer');
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

type Opened = { transactionId: string; amount: number };

const webhook = (event: object) => reportOverHttp(call, server, event);

/** The repeated job with a later clock, so that the payment is due. */
async function job(): Promise<null> {
  const late = { now: () => new Date(server.clock.now().getTime() + 60_000) };
  await followUpPayments({ ...server.ctx, clock: late });
  return null;
}

/** Twenty calls of every kind that may report a payment. */
function callersOf(opened: Opened): (() => Promise<Seen | null>)[] {
  const { transactionId } = opened;
  const repeated = reportOf(opened);
  return [
    ...times(4, () => () => webhook(repeated)),
    ...times(4, () => () => webhook(reportOf(opened))),
    ...times(6, () => () => call(customer, 'POST', '/orders', { ...basket.order, transactionId })),
    ...times(4, () => () => call(customer, 'GET', `/payments/${transactionId}`)),
    ...times(2, () => job),
  ];
}

async function race(round: number): Promise<string> {
  const opened = await openPayment(server, customer, { order: elsewhere(basket.order) });
  await providerDoes(server, opened.transactionId, 'silent');
  const callers = shuffled(callersOf(opened), round);
  const responses = (await Promise.all(callers.map((one) => one()))).filter((response) => response !== null);
  expect(responses.map(({ status }) => status).filter((status) => status !== 200 && status !== 201)).toEqual(
    [],
  );
  expect(responses.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);
  const ids = responses.flatMap(({ body }) => body.order?._id ?? body.payment?.orderId ?? []);
  expect(ids).toHaveLength(10);
  expect(new Set(ids).size).toBe(1);
  return ids[0];
}

/** Checks that every row of these orders exists exactly once. */
async function expectOnce(orderIds: readonly string[]): Promise<void> {
  const number = async (query: string, values: unknown[] = [orderIds]) =>
    Number((await server.pool.query(query, values)).rows[0].n);
  const notices = `select count(*) as n from notifications where user_id = $2
    and split_part(link, '=', 2) = any($1::text[])`;
  const counts = {
    orders: await number('select count(*) as n from orders where customer_id = $1', [customer.row.id]),
    paid: await number(`select count(*) as n from payments where order_id = any($1) and status = 'paid'`),
    journals: await number('select count(*) as n from journals where order_id = any($1)'),
    lines: await number('select count(*) as n from order_events where order_id = any($1)'),
    items: await number('select count(*) as n from order_items where order_id = any($1)'),
    customer: await number(notices, [orderIds, customer.row.id]),
    supervisor: await number(notices, [orderIds, supervisors[0]!.row.id]),
    colleague: await number(notices, [orderIds, supervisors[1]!.row.id]),
  };
  expect(new Set(orderIds).size).toBe(ROUNDS);
  expect(counts).toEqual(Object.fromEntries(Object.keys(counts).map((name) => [name, ROUNDS])));
}

it(
  'settles each payment once, in every other round with varying delays of the provider',
  async () => {
    let calls = 0;
    const late: PaymentProvider['ask'] = async (transactionId) => {
      const status = await ask(transactionId);
      calls += 1;
      await pause((calls * 7) % 12);
      return status;
    };
    const made: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      server.ctx.payments.ask = round % 2 === 0 ? ask : late;
      made.push(await race(round));
    }
    await expectOnce(made);
  },
  RACE_MS,
);
