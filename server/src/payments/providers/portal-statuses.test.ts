import { afterAll, beforeAll, expect, it } from 'vitest';
import { readProviderSettings } from '../../settings/payment-settings.ts';
import type { Outcome } from './fake-provider.fixture.ts';
import { type FakePortal, portalEnv, portalSettings, startPortal } from './portal.fixture.ts';
import { portalProvider } from './portal.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const transactionId = `TX-${'3'.repeat(30)}`;

let fake: FakePortal;
beforeAll(async () => {
  fake = await startPortal();
  fake.enter(transactionId, 4_500);
});
afterAll(() => fake.close());

/** The words that the settings have when the operator gives none. */
function defaultWords() {
  const settings = readProviderSettings('portal', portalEnv(fake));
  if (settings.provider !== 'portal') throw new Error('not the portal');
  return settings.statuses;
}

const ask = () =>
  portalProvider({ ...portalSettings(fake), statuses: defaultWords() }, { now: () => NOW }).ask(
    transactionId,
  );

it.each<[string, Outcome['status'], string]>([
  ['success', 'paid', 'paid'],
  ['PAID', 'paid', 'paid'],
  ['Approved', 'paid', 'paid'],
  ['failed', 'declined', 'failed'],
  ['DECLINED', 'declined', 'failed'],
  ['refused', 'declined', 'failed'],
  ['cancelled', 'cancelled', 'cancelled'],
  ['CANCELED', 'cancelled', 'cancelled'],
  ['pending', 'pending', 'pending'],
  ['expired', 'cancelled', 'expired'],
  ['EXPIRED', 'cancelled', 'expired'],
  ['refunded', 'cancelled', 'refunded'],
  ['Reversed', 'cancelled', 'refunded'],
  // Words that no setting names say nothing about the money: it is asked again until the payment expires.
  ['transferred', 'paid', 'pending'],
  ['success!', 'pending', 'pending'],
])('a payment whose status is « %s » at the portal', async (word, status, report) => {
  fake.settle(transactionId, { status, word });
  const amount = report === 'paid' ? 4_500 : null;
  expect(await ask()).toMatchObject({ report, amount });
});

it('a refund has the reference of the money, and one of another payment says nothing', async () => {
  fake.settle(transactionId, { status: 'paid', word: 'refunded' });
  expect(await ask()).toEqual({
    report: 'refunded',
    amount: null,
    currency: null,
    reference: `REF-${transactionId}`,
  });
  fake.settle(transactionId, { status: 'paid', word: 'refunded', ofTransaction: `TX-${'4'.repeat(30)}` });
  expect(await ask()).toMatchObject({ report: 'pending', reference: null });
});
