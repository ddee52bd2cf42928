import { expect, it } from 'vitest';
import { describeProvider, type Subject } from './behaviours.fixture.ts';
import { describeClosedBrowser } from './closed-browser.fixture.ts';
import { type FakePortal, PORTAL_SECRETS, portalSettings, startPortal } from './portal.fixture.ts';
import { portalProvider } from './portal.ts';

const NOW = new Date('2026-11-20T10:00:00Z');

const subject: Subject = {
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
};

describeProvider(subject);
describeClosedBrowser(subject, 'by hand');

it('opens the frame with a token of our own login', async () => {
  const fake = await startPortal();
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
  await fake.close();
});
