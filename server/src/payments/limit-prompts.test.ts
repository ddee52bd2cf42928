import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readProviderSettings } from '../settings/payment-settings.ts';
import { times } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { type Basket, elsewhere, fillBasket } from '../testing/pay.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { openProvider } from './open.ts';
import { type FakeFedapay, fedapayEnv, startFedapay } from './providers/fedapay.fixture.ts';

let fake: FakeFedapay;
let server: TestApp;
let basket: Basket;
let phone: string;
let phones = 0;

beforeAll(async () => {
  fake = await startFedapay();
  const clock = { now: () => server.clock.now() };
  server = await startTestApp({
    payments: openProvider(readProviderSettings('fedapay', fedapayEnv(fake.url)), clock),
  });
  basket = await fillBasket(server);
});
beforeEach(() => {
  phones += 1;
  phone = `01660000${10 + phones}`;
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
  await fake.close();
});

/** Asks this telephone to pay, each time from an account of its own. */
async function prompt(payingPhone = phone, fields = {}) {
  const customer = await server.signIn('customer', fields);
  const order = elsewhere(basket.order);
  const means = { provider: 'fedapay', operator: 'mtn', payingPhone };
  return server.call(customer, 'POST', '/payments', { order, ...means });
}
const pushed = () => fake.pushes.filter((push) => push.includes(phone.slice(2))).length;
const refusal = (wait: string, retryAfter: number) => ({
  status: 429,
  body: {
    code: 'PHONE_ASKED_ENOUGH',
    message: `Ce numéro vient de recevoir assez de demandes de paiement. Payez avec un autre numéro ou sur la page du prestataire, ou réessayez dans ${wait}.`,
  },
  headers: { 'retry-after': String(retryAfter) },
});

describe('one telephone, whoever asks', () => {
  it('gets three requests in ten minutes, the provider being asked for no other', async () => {
    for (const _ of times(3, (n) => n)) expect((await prompt()).status).toBe(201);
    const calls = fake.calls.length;
    expect(await prompt()).toMatchObject(refusal('10 min', 600));
    expect([pushed(), fake.calls.length]).toEqual([3, calls]);
    server.clock.advance(600);
    expect((await prompt()).status).toBe(201);
  });

  it('gets five in a day', async () => {
    for (const _ of times(5, (n) => n)) {
      expect((await prompt()).status).toBe(201);
      server.clock.advance(3600);
    }
    expect(await prompt()).toMatchObject(refusal('19 h', 19 * 3600));
    server.clock.advance(19 * 3600);
    expect((await prompt()).status).toBe(201);
  });

  it('is left alone for two minutes after its owner has declined', async () => {
    const { body } = await prompt();
    fake.settle(body.transactionId, { status: 'declined' });
    const { payload, headers } = fake.webhook(body.transactionId, { at: server.clock.now() });
    await server.app.inject({
      method: 'POST',
      url: '/api/payments/webhooks/fedapay',
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    });
    expect(await prompt()).toMatchObject(refusal('2 min', 120));
    server.clock.advance(120);
    expect((await prompt()).status).toBe(201);
  });

  it('gets three of twenty requests at once', async () => {
    const answers = await Promise.all(times(20, () => prompt()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(pushed()).toBe(3);
  });

  it('counts for the account that it belongs to as for others', async () => {
    for (const _ of times(3, (n) => n)) await prompt();
    expect((await prompt(phone, { phone: `+229${phone}` })).status).toBe(429);
  });
});

it('another number and the page of the provider stay open', async () => {
  for (const _ of times(3, (n) => n)) await prompt();
  expect((await prompt('0166999999')).status).toBe(201);
  const customer = await server.signIn('customer');
  const order = elsewhere(basket.order);
  expect((await server.call(customer, 'POST', '/payments', { order })).status).toBe(201);
});
