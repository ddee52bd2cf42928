import { FedaPay, Requestor, Transaction, Webhook, WebhookSignature } from 'fedapay';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isSignedCall, signCall } from './call.ts';
import type { FakeProvider } from './fake-provider.fixture.ts';
import { FEDAPAY_KEY, startFedapay } from './fedapay.fixture.ts';
import { fedapayProvider } from './fedapay.ts';

// The provider's own kit is the oracle: what it signs we accept, and what our fake answers it can read.

/** The kit compares with the real clock, which no test reads. */
const ANY_TIME = 0;
const NOW = new Date('2026-11-20T10:00:00Z');
const SECRET = 'wh_sandbox_of-this-test';
const BODY = '{"name":"transaction.approved","entity":{"id":1,"description":"Médicaments"}}';

let fake: FakeProvider;
beforeAll(async () => {
  fake = await startFedapay();
});
afterAll(() => fake.close());

it('accepts a header that the kit signs, and the kit accepts ours', () => {
  const timestamp = NOW.getTime() / 1000;
  const header = Webhook.generateTestHeaderString({ payload: BODY, secret: SECRET, timestamp });
  expect(isSignedCall(Buffer.from(BODY), header, SECRET, NOW)).toBe(true);
  expect(isSignedCall(Buffer.from(BODY), header, `${SECRET}x`, NOW)).toBe(false);
  const ours = signCall(BODY, SECRET, NOW);
  expect(WebhookSignature.verifyHeader(BODY, ours, SECRET, ANY_TIME)).toBe(true);
  expect(() => WebhookSignature.verifyHeader(`${BODY} `, ours, SECRET, ANY_TIME)).toThrow();
});

it('opens a transaction that the kit then reads', async () => {
  const settings = {
    provider: 'fedapay' as const,
    isTest: true,
    url: fake.url,
    secretKey: FEDAPAY_KEY,
    webhookSecret: SECRET,
    publicUrl: 'https://amasin.test',
  };
  const provider = fedapayProvider(settings, { now: () => NOW });
  const transactionId = `TX-${'0'.repeat(30)}`;
  const opened = await provider.openPortal({
    transactionId,
    amount: 4825,
    message: 'Commande de médicaments Amasin',
    expiresAt: NOW,
    returnPath: '/order',
    operator: null,
    payingPhone: null,
  });
  expect(opened).toMatchObject({ mode: 'page', url: `${fake.url}/pay/1000`, isTest: true });

  FedaPay.setApiKey(FEDAPAY_KEY);
  FedaPay.setEnvironment('sandbox');
  Requestor.addRequestInterceptor({
    callback: (request) => ({
      ...request,
      url: String(request.url).replace('https://sandbox-api.fedapay.com', fake.url),
    }),
  });
  const read = await Transaction.retrieve(opened.providerTransactionId ?? '');
  expect(read).toMatchObject({ amount: 4825, status: 'pending', callback_url: 'https://amasin.test/order' });
  expect(read.wasPaid()).toBe(false);
  const link = await read.generateToken();
  expect(link.url).toBe(opened.url);
  fake.settle(transactionId, { status: 'paid' });
  expect((await Transaction.retrieve(read.id)).wasPaid()).toBe(true);
});
