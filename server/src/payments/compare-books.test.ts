import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BookedMoney } from '../ports/payment-provider.ts';
import { readProviderSettings } from '../settings/payment-settings.ts';
import { type Basket, elsewhere, fillBasket, openPayment } from '../testing/pay.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { noPayments } from './confirm.ts';
import { openProvider } from './open.ts';
import { type FakeFedapay, fedapayEnv, startFedapay } from './providers/fedapay.fixture.ts';
import { compareBooks } from './reconcile.ts';

let fake: FakeFedapay;
let server: TestApp;
let basket: Basket;

beforeAll(async () => {
  fake = await startFedapay({ now: () => server.clock.now() });
  fake.toppedUp = 10_000;
  const settings = readProviderSettings('fedapay', fedapayEnv(fake.url));
  server = await startTestApp({ payments: openProvider(settings, { now: () => server.clock.now() }) });
  basket = await fillBasket(server);
});
afterAll(async () => {
  await server.close();
  await fake.close();
});

async function open() {
  const customer = await server.signIn('customer');
  const opened = await openPayment(server, customer, { order: elsewhere(basket.order) });
  const read = () => server.call(customer, 'GET', `/payments/${opened.transactionId}`);
  return { ...opened, read };
}
const compare = () => compareBooks(server.db, server.ctx.payments, server.clock.now());
const found = async () => (await compare())?.map(({ finding, kind, ours }) => [finding, kind, ours]);

it('finds nothing while both books say the same', async () => {
  const { transactionId, read } = await open();
  expect(await compare()).toEqual([]);
  fake.settle(transactionId, { status: 'paid' });
  await read();
  expect(await compare()).toEqual([]);
  server.clock.advance(48 * 3600);
});

it('finds what only the provider has, and what it has done and we wait for', async () => {
  const lost = await open();
  fake.settle(lost.transactionId, { status: 'paid' });
  expect(await found()).toEqual([['not-settled', 'payment', lost.transactionId]]);
  await server.pool.query('delete from payments where transaction_id = $1', [lost.transactionId]);
  expect(await compare()).toMatchObject([
    {
      finding: 'only-theirs',
      kind: 'payment',
      amount: 4_825,
      ours: lost.transactionId,
      id: expect.any(String),
    },
  ]);
  const unknown = '0198a000-0000-7000-8000-0000000000a1';
  const phone = '+2290166000001';
  const { payouts } = server.ctx.payments;
  const request = {
    payoutId: unknown,
    amount: 300,
    operator: 'mtn',
    phone,
    name: 'Afi Kora',
    askedAt: server.clock.now(),
  } as const;
  const id = String(await payouts!.prepare(request));
  // Prepared, it has moved no money.
  expect(await found()).toEqual([['only-theirs', 'payment', lost.transactionId]]);
  await payouts!.send(id, request);
  expect((await found())?.at(-1)).toEqual(['only-theirs', 'payout', unknown]);
  server.clock.advance(48 * 3600);
});

it('finds another amount, and money that the provider has paid back', async () => {
  const { transactionId, read } = await open();
  fake.settle(transactionId, { status: 'paid' });
  await read();
  fake.settle(transactionId, { status: 'paid', amount: 100 });
  expect(await compare()).toMatchObject([{ finding: 'other-amount', amount: 100, ourAmount: 4_825 }]);
  fake.payBack(transactionId);
  expect(await found()).toEqual([['paid-back', 'payment', transactionId]]);
  server.clock.advance(48 * 3600);
});

it('finds what only we have, and what the provider has twice', async () => {
  const { transactionId, read } = await open();
  fake.settle(transactionId, { status: 'paid' });
  await read();
  const book = (rows: readonly Partial<BookedMoney>[]) => {
    const list = async function* () {
      for (const row of rows)
        yield {
          kind: 'payment',
          id: '1',
          ours: null,
          amount: 4_825,
          state: 'paid',
          at: null,
          ...row,
        } as BookedMoney;
    };
    return compareBooks(server.db, { ...noPayments, name: 'fedapay', list }, server.clock.now());
  };
  expect(await book([])).toMatchObject([{ finding: 'only-ours', ours: transactionId, amount: 4_825 }]);
  const twice = await book([{ ours: transactionId }, { ours: transactionId, id: '2' }]);
  expect(twice).toMatchObject([{ finding: 'twice', id: '2' }]);
});

it('reads every page of a long list, and none that is older', async () => {
  server.clock.advance(48 * 3600);
  for (let n = 0; n < 30; n += 1) {
    const { transactionId } = await open();
    fake.settle(transactionId, { status: 'paid' });
  }
  expect(await compare()).toHaveLength(30);
  const calls = fake.calls.length;
  await compare();
  expect(fake.calls.slice(calls).filter((call) => call.includes('transactions'))).toHaveLength(2);
});

it('a provider that lists nothing is not compared', async () => {
  expect(await compareBooks(server.db, noPayments, server.clock.now())).toBeNull();
});
