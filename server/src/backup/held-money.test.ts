import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { followUpPayments } from '../payments/confirm.ts';
import { openProvider } from '../payments/open.ts';
import { type FakeFedapay, fedapayEnv, startFedapay } from '../payments/providers/fedapay.fixture.ts';
import { type FakeKkiapay, KKIAPAY_KEYS, startKkiapay } from '../payments/providers/kkiapay.fixture.ts';
import { kkiapayProvider } from '../payments/providers/kkiapay.ts';
import { endMoneyHold, findMoneyHold } from '../payments/queries.ts';
import { sendRefunds } from '../payments/refund.ts';
import { readProviderSettings } from '../settings/payment-settings.ts';
import { backupPath, removeBackups, restoreInto, save } from '../testing/backup.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { messagesTo } from '../testing/notices.ts';
import { type Basket, elsewhere, fillBasket, openPayment } from '../testing/pay.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

// Rule 43; races/restored.test.ts restores while everything that moves money is in each of its states.

let fedapay: FakeFedapay;
let kkiapay: FakeKkiapay;
let server: TestApp;
let restored: TestApp;
let basket: Basket;
let path: string;

const startWithBoth = (app: () => TestApp) => {
  const clock = { now: () => app().clock.now() };
  const payments = openProvider(readProviderSettings('fedapay', fedapayEnv(fedapay.url)), clock);
  const { url } = kkiapay;
  const settings = { provider: 'kkiapay', isTest: true, url, widgetUrl: url, ...KKIAPAY_KEYS } as const;
  return startTestApp({ payments, otherPayments: [kkiapayProvider(settings)] });
};

beforeAll(async () => {
  [fedapay, kkiapay] = await Promise.all([startFedapay(), startKkiapay()]);
  server = await startWithBoth(() => server);
  basket = await fillBasket(server);
});
beforeEach(async () => {
  restored = await startWithBoth(() => restored);
  path = backupPath();
});
afterEach(async () => {
  await expectInvariants(restored.db);
  await restored.close();
});
afterAll(async () => {
  await server.close();
  await Promise.all([fedapay.close(), kkiapay.close()]);
  removeBackups();
});

it('a restored database waits, and its screens say so, until the money is resumed', async () => {
  const people = [await server.signIn('supervisor'), await server.signIn('superAdmin')] as const;
  const screens = async (app: TestApp) => {
    const [supervisor, admin] = [await app.session(people[0].row), await app.session(people[1].row)];
    const reviews = (await app.call(supervisor, 'GET', '/payments/review')).body;
    const benefits = (await app.call(admin, 'GET', '/benefics/superadmin')).body;
    return [reviews.moneyWaits ?? false, benefits.moneyWaits ?? false];
  };
  await save(server, path);
  await restoreInto(restored, path);
  expect(await findMoneyHold(restored.db)).toMatchObject({ backupAt: server.clock.now() });
  expect([await screens(server), await screens(restored)]).toEqual([
    [false, false],
    [true, true],
  ]);
  expect(await endMoneyHold(restored.db, restored.clock.now())).toBe(true);
  expect(await endMoneyHold(restored.db, restored.clock.now())).toBe(false);
  expect(await screens(restored)).toEqual([false, false]);
});

it('the backup of a database that waits makes the next one wait, since the older backup', async () => {
  await save(server, path);
  await restoreInto(restored, path);
  const again = backupPath();
  restored.clock.advance(3600);
  await save(restored, again);
  const next = await startTestApp();
  await restoreInto(next, again);
  expect(await findMoneyHold(next.db)).toMatchObject({ backupAt: server.clock.now() });
  await next.close();
});

it('a payment whose id at FedaPay is not in the backup is found by ours, and makes its order', async () => {
  const customer = await server.signIn('customer');
  const { transactionId } = await openPayment(server, customer, { order: elsewhere(basket.order) });
  const known = eq(payments.transactionId, transactionId);
  await server.db.update(payments).set({ providerTransactionId: null }).where(known);
  await save(server, path);
  fedapay.settle(transactionId, { status: 'paid' });
  await restoreInto(restored, path);
  restored.clock.advance(60);
  await followUpPayments(restored.ctx);
  expect(await restored.db.select().from(payments).where(known)).toMatchObject([{ status: 'paid' }]);
  expect(await restored.db.select().from(orders).where(eq(orders.customerId, customer.row.id))).toHaveLength(
    1,
  );
});

it('a refund that KKiaPay has made since the backup is not made again, and the supervisors are told to look', async () => {
  const customer = await server.signIn('customer');
  const supervisor = await server.signIn('supervisor');
  const body = { order: elsewhere(basket.order), provider: 'kkiapay' };
  const { transactionId } = await openPayment(server, customer, body);
  const id = kkiapay.widget(transactionId, 4_500);
  kkiapay.settle(transactionId, { status: 'paid', amount: 4_500 });
  const { payload, headers } = kkiapay.webhook(transactionId, { at: server.clock.now() });
  await server.app.inject({
    method: 'POST',
    url: '/api/payments/webhooks/kkiapay',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });
  const { status } = await server.call(supervisor, 'POST', `/payments/${transactionId}/refund`);
  expect(status).toBe(204);
  await save(server, path);
  await sendRefunds(server.ctx);
  expect(kkiapay.reverted).toEqual([id]);
  await restoreInto(restored, path);
  await sendRefunds(restored.ctx);
  expect(kkiapay.reverted).toEqual([id]);
  const [told] = (await messagesTo(restored, await restored.session(supervisor.row), transactionId)).filter(
    (text) => text.startsWith('Remboursement refusé'),
  );
  expect(told).toContain('Il est peut-être déjà rendu : vérifiez d’abord chez le prestataire.');
});
