import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll } from 'vitest';
import { orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { readProviderSettings } from '../settings/payment-settings.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { type Basket, elsewhere, fillBasket, openPayment, report, reportOf } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { openProvider } from './open.ts';
import { type FakeFedapay, fedapayEnv, startFedapay } from './providers/fedapay.fixture.ts';

/** The application of the test file that is running, a basket of 4 825 F, and FedaPay where the file is paid through it. */
export let server: TestApp;
export let basket: Basket;
export let fedapay: FakeFedapay;

type Change = NonNullable<Parameters<typeof startTestApp>[0]>;

/** Starts the application for the tests of one file, and checks the invariants at their end. */
export function startServer(change: Change = {}, prepare: () => Promise<void> = async () => {}): void {
  beforeAll(async () => {
    server = await startTestApp(change);
    basket = await fillBasket(server);
    await prepare();
  });
  afterAll(async () => {
    await expectInvariants(server.db);
    await server.close();
  });
}

/** The same, paid through a fake FedaPay on the clock of the server. */
export function startWithFedapay(prepare: () => Promise<void> = async () => {}): void {
  const clock = { now: () => server.clock.now() };
  const change: { payments?: NonNullable<Change['payments']> } = {};
  beforeAll(async () => {
    fedapay = await startFedapay(clock);
    change.payments = openProvider(readProviderSettings('fedapay', fedapayEnv(fedapay.url)), clock);
  });
  startServer(change, prepare);
  afterAll(() => fedapay.close());
}

/** FedaPay's signed event about one of its transactions. @returns the status of our answer */
export async function callOfFedapay(transactionId: string, app = server): Promise<number> {
  const { payload, headers } = fedapay.webhook(transactionId, { at: app.clock.now() });
  const url = '/api/payments/webhooks/fedapay';
  const all = { 'content-type': 'application/json', ...headers };
  return (await app.app.inject({ method: 'POST', url, headers: all, payload })).statusCode;
}

/** Opens a payment of the basket at another address, so that it is another basket. */
export const open = (customer: Visitor) => openPayment(server, customer, { order: elsewhere(basket.order) });

/** A payment that this report puts under review. */
export async function putAside(customer: Visitor, change: object = { amount: 4_500 }) {
  const opened = await open(customer);
  await report(server, reportOf(opened, change));
  return opened;
}

export const paymentsOf = ({ row }: Visitor) =>
  server.db.select().from(payments).where(eq(payments.customerId, row.id)).orderBy(asc(payments.createdAt));
export const ordersOf = ({ row }: Visitor) =>
  server.db.select().from(orders).where(eq(orders.customerId, row.id));
export async function paymentRow(transactionId: string, { db } = server) {
  const [row] = await db.select().from(payments).where(eq(payments.transactionId, transactionId));
  if (row === undefined) throw new Error(`no payment has ${transactionId}`);
  return row;
}
/** The payments under review, as this person lists them. */
export const reviewOf = async (who: Visitor, { call } = server) =>
  (await call(who, 'GET', '/payments/review?limit=100')).body;
