import { beforeEach, expect, it } from 'vitest';
import type { BookedMoney } from '../ports/payment-provider.ts';
import { readPayment } from '../testing/pay.ts';
import { noPayments } from './confirm.ts';
import { fedapay, open as openFor, server, startWithFedapay } from './payments.fixture.ts';
import { compareBooks } from './reconcile.ts';

startWithFedapay(async () => {
  fedapay.toppedUp = 10_000;
});
// Books are compared over two days.
beforeEach(() => server.clock.advance(48 * 3600));

async function open() {
  const customer = await server.signIn('customer');
  const { transactionId } = await openFor(customer);
  return { transactionId, read: () => readPayment(server, customer, transactionId) };
}
async function openPaid() {
  const { transactionId, read } = await open();
  fedapay.settle(transactionId, { status: 'paid' });
  await read();
  return transactionId;
}
const compare = (provider = server.ctx.payments) => compareBooks(server.db, provider, server.clock.now());
const found = async () => (await compare())?.map(({ finding, kind, ours }) => [finding, kind, ours]);

it('finds nothing while both books say the same', async () => {
  await open();
  expect(await compare()).toEqual([]);
  await openPaid();
  expect(await compare()).toEqual([]);
});

it('finds what only the provider has, and what it has done and we wait for', async () => {
  const { transactionId } = await open();
  fedapay.settle(transactionId, { status: 'paid' });
  expect(await found()).toEqual([['not-settled', 'payment', transactionId]]);
  await server.pool.query('delete from payments where transaction_id = $1', [transactionId]);
  const theirs = { finding: 'only-theirs', kind: 'payment', amount: 4_825, ours: transactionId };
  expect(await compare()).toMatchObject([{ ...theirs, id: expect.any(String) }]);
  const payoutId = '0198a000-0000-7000-8000-0000000000a1';
  const payee = { operator: 'mtn', phone: '+2290166000001', name: 'Afi Kora' } as const;
  const request = { payoutId, amount: 300, ...payee, askedAt: server.clock.now() };
  const payouts = server.ctx.payments.payouts!;
  const id = String(await payouts.prepare(request));
  // Prepared, it has moved no money.
  expect(await found()).toEqual([['only-theirs', 'payment', transactionId]]);
  await payouts.send(id, request);
  expect((await found())?.at(-1)).toEqual(['only-theirs', 'payout', payoutId]);
});

it('finds another amount, and money that the provider has paid back', async () => {
  const transactionId = await openPaid();
  fedapay.settle(transactionId, { status: 'paid', amount: 100 });
  expect(await compare()).toMatchObject([{ finding: 'other-amount', amount: 100, ourAmount: 4_825 }]);
  fedapay.payBack(transactionId);
  expect(await found()).toEqual([['paid-back', 'payment', transactionId]]);
});

it('finds what only we have, and what the provider has twice', async () => {
  const ours = await openPaid();
  const book = (...rows: Partial<BookedMoney>[]) => {
    const common = { kind: 'payment', id: '1', ours, amount: 4_825, state: 'paid', at: null } as const;
    const list = async function* () {
      for (const row of rows) yield { ...common, ...row } as BookedMoney;
    };
    return compare({ ...noPayments, name: 'fedapay', list });
  };
  expect(await book()).toMatchObject([{ finding: 'only-ours', ours, amount: 4_825 }]);
  expect(await book({}, { id: '2' })).toMatchObject([{ finding: 'twice', id: '2' }]);
});

it('reads every page of a long list, and none that is older', async () => {
  for (let n = 0; n < 30; n += 1) fedapay.settle((await open()).transactionId, { status: 'paid' });
  expect(await compare()).toHaveLength(30);
  const count = fedapay.calls.length;
  await compare();
  expect(fedapay.calls.slice(count).filter((call) => call.includes('transactions'))).toHaveLength(2);
});

it('does not compare a provider that lists nothing', async () => {
  expect(await compare(noPayments)).toBeNull();
});
