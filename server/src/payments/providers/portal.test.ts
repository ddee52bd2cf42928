import { afterAll, beforeAll, expect, it } from 'vitest';
import { readProviderSettings } from '../../settings/payment-settings.ts';
import { describeProvider } from './behaviours.fixture.ts';
import type { Outcome } from './fake-provider.fixture.ts';
import { type FakePortal, PORTAL_SECRETS, portalEnv, portalSettings, startPortal } from './portal.fixture.ts';
import { portalProvider } from './portal.ts';

const NOW = new Date('2026-11-20T10:00:00Z');

describeProvider({
  name: 'portal',
  start: startPortal,
  provider: (fake, clock, limitMs) => portalProvider(portalSettings(fake), clock, limitMs),
  enter: (fake, { transactionId, amount }) => {
    (fake as FakePortal).enter(transactionId, amount);
  },
  callsAtOpening: true,
  namesCurrency: true,
  hasSignedTime: true,
  secrets: PORTAL_SECRETS,
  paysBack: false,
});

const transactionId = `TX-${'3'.repeat(30)}`;
let fake: FakePortal;
beforeAll(async () => {
  fake = await startPortal();
  fake.enter(transactionId, 4_500);
});
afterAll(() => fake.close());

it('opens the frame with a token of our own login', async () => {
  const provider = portalProvider(portalSettings(fake), { now: () => NOW });
  const opened = await provider.openPortal({
    transactionId: `TX-${'2'.repeat(30)}`,
    amount: 4825,
    message: 'Commande',
    expiresAt: NOW,
    returnPath: '/order',
    operator: null,
    payingPhone: null,
  });
  expect(opened).toEqual({
    url: `${fake.url}/portal`,
    token: 'token-of-one-login',
    clientId: 'client-7',
    productId: 'product-7',
    message: 'Commande',
    minAmount: 4825,
  });
  expect(provider.portalOrigins).toEqual([fake.url]);
});

/** Asks with the words that the settings have when the operator gives none. */
function ask() {
  const settings = readProviderSettings('portal', portalEnv(fake));
  if (settings.provider !== 'portal') throw new Error('not the portal');
  const { statuses } = settings;
  return portalProvider({ ...portalSettings(fake), statuses }, { now: () => NOW }).ask(transactionId);
}

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
  expect(await ask()).toMatchObject({ report, amount: report === 'paid' ? 4_500 : null });
});

it('a refund has the reference of the money, and one of another payment says nothing', async () => {
  const refunded = { status: 'paid', word: 'refunded' } as const;
  fake.settle(transactionId, refunded);
  const reference = `REF-${transactionId}`;
  expect(await ask()).toEqual({ report: 'refunded', amount: null, currency: null, reference });
  fake.settle(transactionId, { ...refunded, ofTransaction: `TX-${'4'.repeat(30)}` });
  expect(await ask()).toMatchObject({ report: 'pending', reference: null });
});
