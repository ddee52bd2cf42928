import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { audit } from '../database/schema/audit.ts';
import { notifications } from '../database/schema/notifications.ts';
import { orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { entries } from '../database/schema/payouts.ts';
import { readProviderSettings } from '../settings/payment-settings.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { type Basket, elsewhere, fillBasket, openPayment } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { openProvider } from './open.ts';
import { type FakeFedapay, fedapayEnv, startFedapay } from './providers/fedapay.fixture.ts';

export let fake: FakeFedapay;
export let server: TestApp;
export let supervisors: Visitor[];
/** Of the payment that each test opens with FedaPay, which is 4 825 F. */
export let transactionId: string;
let customer: Visitor;
let basket: Basket;

/** Starts a product paid through a fake FedaPay for the tests of one file, and opens a payment for each. */
export function preparePaidBack(): void {
  beforeAll(async () => {
    const clock = { now: () => server.clock.now() };
    fake = await startFedapay(clock);
    const settings = readProviderSettings('fedapay', fedapayEnv(fake.url));
    server = await startTestApp({ payments: openProvider(settings, clock) });
    supervisors = [await server.signIn('supervisor'), await server.signIn('supervisor')];
    basket = await fillBasket(server);
  });
  afterAll(async () => {
    await expectInvariants(server.db);
    await server.close();
    await fake.close();
  });
  beforeEach(async () => {
    customer = await server.signIn('customer');
    ({ transactionId } = await openPayment(server, customer, { order: elsewhere(basket.order) }));
    await server.db.delete(notifications);
  });
}

/** FedaPay's event about the payment. */
export const tell = async () => {
  const { payload, headers } = fake.webhook(transactionId, { at: server.clock.now() });
  const all = { 'content-type': 'application/json', ...headers };
  const url = '/api/payments/webhooks/fedapay';
  const { statusCode } = await server.app.inject({ method: 'POST', url, headers: all, payload });
  expect(statusCode).toBe(200);
};
export const pay = async (amount?: number) => {
  fake.settle(transactionId, { status: 'paid', ...(amount !== undefined && { amount }) });
  await tell();
};
export const payBack = async () => {
  fake.payBack(transactionId);
  await tell();
};
export const row = async () => {
  const [found] = await server.db.select().from(payments).where(eq(payments.transactionId, transactionId));
  if (found === undefined) throw new Error('the payment was not found');
  return found;
};
export const ordersOf = () => server.db.select().from(orders).where(eq(orders.customerId, customer.row.id));
/** What one supervisor was told of the payment; each of them was told the same. */
export const told = async () => {
  const [mine = [], hers] = await Promise.all(
    supervisors.map(({ row: { id: userId } }) =>
      server.db
        .select({ message: notifications.message, link: notifications.link })
        .from(notifications)
        .where(and(eq(notifications.userId, userId), eq(notifications.title, 'Paiement à vérifier')))
        .orderBy(notifications.id),
    ),
  );
  expect(mine).toEqual(hers);
  return mine.filter(({ message }) => message.includes('dit rendu'));
};
/** The lines of the journal that say that the provider has paid it back. */
export const recorded = async (to = 'refunded') => {
  const { id } = await row();
  const lines = await server.db.select().from(audit).where(eq(audit.subjectId, id));
  return lines.flatMap(({ action, details }) => (details.to === to ? [{ action, details }] : []));
};
/** What a report of money that was paid back does not change. */
export const state = async () => [
  await row(),
  await ordersOf(),
  await server.db.select().from(entries).orderBy(entries.id),
];
