import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Outcome } from './fake-provider.fixture.ts';
import { type FakeKkiapay, KKIAPAY_KEYS, startKkiapay } from './kkiapay.fixture.ts';
import { kkiapayProvider } from './kkiapay.ts';

// The words are those of the list in the kit's readme, and PENDING.

let fake: FakeKkiapay;
beforeAll(async () => {
  fake = await startKkiapay();
});
afterAll(() => fake.close());

const provider = () =>
  kkiapayProvider({
    provider: 'kkiapay',
    isTest: true,
    url: fake.url,
    widgetUrl: 'https://widget.test',
    ...KKIAPAY_KEYS,
  });
let count = 0;
const settle = (outcome: Outcome) => {
  count += 1;
  const transactionId = `TX-${String(count).padStart(30, '0')}`;
  const id = fake.widget(transactionId, 4_500);
  fake.settle(transactionId, outcome);
  return { transactionId, id };
};
const none = { amount: null, currency: null, reference: null };

it.each<[string, Outcome['status'], string]>([
  ['FAILED', 'declined', 'failed'],
  ['PENDING', 'pending', 'pending'],
  ['INSUFFICIENT_FUND', 'declined', 'pending'],
  ['TRANSACTION_NOT_FOUND', 'pending', 'pending'],
  ['TRANSACTION_NOT_ELIGIBLE', 'pending', 'pending'],
  ['INVALID_TRANSACTION', 'pending', 'pending'],
  ['INVALID_TRANSACTION_TYPE', 'pending', 'pending'],
  ['success', 'pending', 'pending'],
])('a transaction that is « %s » is no money', async (word, status, report) => {
  const { transactionId, id } = settle({ status, word });
  expect(await provider().ask(transactionId, id)).toEqual({ report, ...none });
  expect(fake.held()).toBe(0);
});

it('a transaction that is « SUCCESS » is money, until it is paid back', async () => {
  const { transactionId, id } = settle({ status: 'paid', word: 'SUCCESS' });
  expect(await provider().ask(transactionId, id)).toMatchObject({ report: 'paid', amount: 4_500 });
  expect(fake.held()).toBe(4_500);
  const refund = () =>
    provider().refund!({ refundId: 'refund', transactionId, reference: id, amount: 4_500 });
  fake.reverts = 'poor';
  expect(await refund()).toEqual({ state: 'failed', reference: null });
  expect(fake.held()).toBe(4_500);
  fake.reverts = 'approve';
  expect(await refund()).toEqual({ state: 'done', reference: id });
  expect(fake.held()).toBe(0);
});
