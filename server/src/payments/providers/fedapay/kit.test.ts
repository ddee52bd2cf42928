import { FedaPay, Requestor, Transaction, Webhook, WebhookSignature } from 'fedapay';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FakeProvider } from '../fake-provider.fixture.ts';
import { isSignedCall, signCall } from '../signed-calls.ts';
import { FEDAPAY_KEY, startFedapay } from './fedapay.fixture.ts';
import { fedapayProvider } from './provider.ts';

// The provider's own kit is the oracle: what it signs we accept, and what our fake answers it can read.

const SECRET = 'wh_sandbox_of-this-test';
const BODY = '{"name":"transaction.approved","entity":{"id":1,"description":"Médicaments"}}';

let fake: FakeProvider;
beforeAll(async () => {
  fake = await startFedapay();
});
afterAll(() => fake.close());

it('accepts a header that the kit signs, and the kit accepts ours', () => {
  const now = new Date();
  const timestamp = Math.floor(now.getTime() / 1000);
  const header = Webhook.generateTestHeaderString({ payload: BODY, secret: SECRET, timestamp });
  expect(isSignedCall(Buffer.from(BODY), header, SECRET, now)).toBe(true);
  expect(isSignedCall(Buffer.from(BODY), header, `${SECRET}x`, now)).toBe(false);
  const ours = signCall(BODY, SECRET, now);
  expect(WebhookSignature.verifyHeader(BODY, ours, SECRET, 300)).toBe(true);
  expect(() => WebhookSignature.verifyHeader(`${BODY} `, ours, SECRET, 300)).toThrow();
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
  const provider = fedapayProvider(settings, { now: () => new Date() });
  const transactionId = `TX-${'0'.repeat(30)}`;
  const opened = await provider.openPortal({
    transactionId,
    amount: 4825,
    message: 'Commande de médicaments Amasin',
    expiresAt: new Date(),
    returnPath: '/order',
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
