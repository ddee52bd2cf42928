import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orders } from '../../database/schema/orders.ts';
import { payments } from '../../database/schema/payments.ts';
import { readProviderSettings } from '../../settings/payment-settings.ts';
import { expectInvariants } from '../../testing/invariants.ts';
import { type Basket, elsewhere, fillBasket } from '../../testing/pay.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { followUpPayments } from '../confirm.ts';
import { type FakeFedapay, fedapayEnv, startFedapay } from './fedapay.fixture.ts';
import { fedapayProvider } from './fedapay.ts';

/** How long an answer may take, ms. */
const LIMIT_MS = 1_500;

let fake: FakeFedapay;
let server: TestApp;
let basket: Basket;
/** What happens to the request of the page’s token only. */
let troubleOfToken: 'error' | 'silent' | null = null;

beforeAll(async () => {
  fake = await startFedapay();
  Object.defineProperty(fake, 'trouble', {
    get: () => (fake.calls.at(-1)?.endsWith('/token') ? troubleOfToken : null),
  });
  const settings = readProviderSettings('fedapay', fedapayEnv(fake.url));
  if (settings.provider !== 'fedapay') throw new Error('not FedaPay');
  server = await startTestApp({
    payments: fedapayProvider(settings, { now: () => server.clock.now() }, LIMIT_MS),
  });
  basket = await fillBasket(server);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
  await fake.close();
});

it.each(['error', 'silent'] as const)(
  'a transaction whose page failed to open (%s) is still known, and is asked about without any call of FedaPay',
  async (trouble) => {
    const customer = await server.signIn('customer');
    const row = async () =>
      (await server.db.select().from(payments).where(eq(payments.customerId, customer.row.id)))[0]!;
    troubleOfToken = trouble;
    const order = elsewhere(basket.order);
    expect((await server.call(customer, 'POST', '/payments', { order })).status).toBe(503);
    troubleOfToken = null;
    expect(await row()).toMatchObject({
      status: 'failed',
      providerTransactionId: expect.stringMatching(/^\d+$/),
    });
    fake.settle((await row()).transactionId, { status: 'paid' });
    server.clock.advance(3600);
    await followUpPayments(server.ctx);
    expect((await row()).status).toBe('paid');
    expect(await server.db.select().from(orders).where(eq(orders.customerId, customer.row.id))).toHaveLength(
      1,
    );
  },
);
