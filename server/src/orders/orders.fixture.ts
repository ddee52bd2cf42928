import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll } from 'vitest';
import { buildOrder, type OrderFields } from '../builders/order.ts';
import { type OrderRow, orderEvents, orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { messagesTo } from '../testing/notices.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

/** The application of the test file that is running. */
export let server: TestApp;

/** Starts the application for the tests of one file, and checks the invariants at their end. */
export function startServer(
  change: Parameters<typeof startTestApp>[0] = {},
  prepare: () => Promise<void> = async () => {},
): void {
  beforeAll(async () => {
    server = await startTestApp(change);
    await prepare();
  });
  afterAll(async () => {
    await expectInvariants(server.db);
    await server.close();
  });
}

/** Signs in a new user of each type. */
export async function signInAll<Name extends string>(
  types: Readonly<Record<Name, UserType>>,
): Promise<Record<Name, Visitor>> {
  const visitors: Partial<Record<Name, Visitor>> = {};
  for (const name in types) visitors[name] = await server.signIn(types[name]);
  return visitors as Record<Name, Visitor>;
}

/** Builds an order whose photograph nobody has read. */
export const buildUnread = (customer: Visitor, change: Partial<OrderFields> = {}) =>
  buildOrder(server.db, { state: 'pre-treatment', items: [], customerId: customer.row.id, ...change });

/** Builds an order whose prescription was read, and which is not paid. */
export const buildUnpaid = (customer: Visitor, reader: Visitor, change: Partial<OrderFields> = {}) =>
  buildOrder(server.db, {
    state: 'pre-treatment',
    customerId: customer.row.id,
    itemsWrittenById: reader.row.id,
    ...change,
  });

function first<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('the row was not found');
  return row;
}

export const orderRow = async (id: string): Promise<OrderRow> =>
  first(await server.db.select().from(orders).where(eq(orders.id, id)));
export const ordersOf = ({ row }: Visitor) =>
  server.db.select().from(orders).where(eq(orders.customerId, row.id)).orderBy(asc(orders.id));
export const eventsOf = (id: string) =>
  server.db.select().from(orderEvents).where(eq(orderEvents.orderId, id)).orderBy(asc(orderEvents.id));
export const paymentsOf = ({ row }: Visitor) =>
  server.db
    .select()
    .from(payments)
    .where(eq(payments.customerId, row.id))
    .orderBy(asc(payments.createdAt), asc(payments.id));
export const paymentRow = async (transactionId: string) =>
  first(await server.db.select().from(payments).where(eq(payments.transactionId, transactionId)));
export const prescriptionRow = async (id: string) =>
  first(await server.db.select().from(prescriptions).where(eq(prescriptions.id, id)));

export const readOrder = async (id: string, who: Visitor) =>
  (await server.call(who, 'GET', `/orders/${id}`)).body.order;
export const readTimeline = async (id: string, who: Visitor) =>
  (await server.call(who, 'GET', `/orders/${id}/timeline`)).body.timeline;
export const setState = (who: Visitor, id: string, status: unknown, more: object = {}) =>
  server.call(who, 'PATCH', `/orders/${id}/status`, { status, ...more });
export const assign = (who: Visitor, id: string, body: object) =>
  server.call(who, 'PATCH', `/orders/${id}/assign`, body);
export const payFor = (who: Visitor, order: object, more: object = {}) =>
  server.call(who, 'POST', '/payments', { order, ...more });
export const payOrder = (who: Visitor, orderId: string, more: object = {}) =>
  server.call(who, 'POST', '/payments', { orderId, ...more });

/** The messages to a person about an order, the latest first, with ordinary spaces. */
export const sentencesTo = async (person: Visitor, number: string): Promise<string[]> =>
  (await messagesTo(server, person, number)).map((text) => text.replaceAll(/\s/g, ' '));

/** The sum of each account over the journals of an order and of its refund. */
export async function balancesOf(orderId: string): Promise<Record<string, number>> {
  const { rows } = await server.pool.query(
    `select account, sum(e.amount_fcfa)::int as sum from entries e join journals j on j.id = e.journal_id
     left join refunds r on r.id = j.refund_id where $1 in (j.order_id, r.order_id) group by 1 order by 1`,
    [orderId],
  );
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]));
}
