import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { payments } from '../database/schema/payments.ts';
import { type PrescriptionRow, prescriptions } from '../database/schema/prescriptions.ts';
import type { PaymentProvider } from '../ports/payment-provider.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { openPayment, providerDoes, readPayment } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// A customer pays for a prescription while a pharmacist attaches it, another portal opens or its prices expire.

let server: TestApp;
let customer: Visitor;
let agent: Visitor;
let prescription: PrescriptionRow;
let zoneId: string;
let openPortal: PaymentProvider['openPortal'];

beforeAll(async () => {
  server = await startTestApp();
  openPortal = server.ctx.payments.openPortal;
  agent = await server.signIn('agent');
  zoneId = (await buildZone(server.db, { price: 500 })).id;
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  server.ctx.payments.openPortal = openPortal;
  customer = await server.signIn('customer');
  agent = await server.session(agent.row);
  prescription = await buildPrescription(server.db, {
    createdAt: server.clock.now(),
    items: [{ medication: await buildMedication(server.db, { price: 1000 }), quantity: 2 }],
  });
});

const draft = () => ({
  prescription: { type: 'numerical', prescriptionNumber: prescription.number },
  deliveryZone: zoneId,
  deliveryAddress: 'Portail vert',
});
const unread = (customerId?: string) =>
  buildOrder(server.db, { state: 'pre-treatment', items: [], ...(customerId && { customerId }) });
const attach = (orderId: string) =>
  server.call(agent, 'PUT', `/orders/${orderId}`, { prescription: { _id: prescription.id } });
const paymentsOf = ({ row }: Visitor) =>
  server.db.select().from(payments).where(eq(payments.customerId, row.id));
const currentRow = async () =>
  (await server.db.select().from(prescriptions).where(eq(prescriptions.id, prescription.id)))[0];
const MINUTE = 60;

describe('attaching a prescription that a customer pays for', () => {
  it('puts the payment under review once, without a server error for any caller', async () => {
    const { transactionId } = await openPayment(server, customer, { order: draft() });
    server.clock.advance(16 * MINUTE);
    expect((await attach((await unread()).id)).status).toBe(200);
    await providerDoes(server, transactionId, 'silent');
    expect((await readPayment(server, customer, transactionId)).status).toBe('review');
    await providerDoes(server, transactionId, 'approve');
    const response = await server.call(customer, 'POST', '/orders', { ...draft(), transactionId });
    expect(response.status).toBe(402);
    expect(await paymentsOf(customer)).toMatchObject([{ status: 'review', orderId: null }]);
  });

  it('cannot happen while a portal may be open, even for an order of the same customer', async () => {
    await openPayment(server, customer, { order: draft() });
    const own = await unread(customer.row.id);
    expect(await attach(own.id)).toMatchObject({ status: 409, body: { code: 'PRESCRIPTION_USED' } });
    server.clock.advance(15 * MINUTE);
    expect((await attach(own.id)).status).toBe(200);
  });

  it('either opens the payment or attaches the prescription when both are requested at once', async () => {
    const other = await unread();
    const responses = await Promise.all([
      server.call(customer, 'POST', '/payments', { order: draft() }),
      attach(other.id),
    ]);
    expect(responses.map(({ status }) => status < 300).sort()).toEqual([false, true]);
    expect(await paymentsOf(customer)).toHaveLength(responses[0]?.status === 201 ? 1 : 0);
  });
});

describe('a portal that cannot be opened', () => {
  const failing = async () => {
    throw new Error('the provider is unreachable');
  };

  it('releases the prescription for another customer', async () => {
    server.ctx.payments.openPortal = failing;
    const failed = await server.call(customer, 'POST', '/payments', { order: draft() });
    expect(failed).toMatchObject({ status: 503, body: { code: 'PAYMENT_SERVICE_ERROR' } });
    expect(await currentRow()).toMatchObject({ reservedById: null, reservedUntil: null });
    server.ctx.payments.openPortal = openPortal;
    await openPayment(server, await server.signIn('customer'), { order: draft() });
  });

  it('leaves it reserved for an open portal of the same customer', async () => {
    await openPayment(server, customer, { order: draft() });
    server.ctx.payments.openPortal = failing;
    await server.call(customer, 'POST', '/payments', { order: draft() });
    expect((await currentRow())?.reservedById).toBe(customer.row.id);
  });
});

describe('prices that expire after 30 days (rule 2)', () => {
  const DAY = 24 * 3600;
  const setPrice = (price: number) =>
    server.pool.query(
      'update medications set price_fcfa = $2 where id = (select medication_id from prescription_items where prescription_id = $1)',
      [prescription.id, price],
    );
  const pay = (orderId: string) => server.call(customer, 'POST', '/payments', { orderId });

  it('do not change while a portal is open that was opened before', async () => {
    const order = await unread(customer.row.id);
    await attach(order.id);
    await setPrice(1500);
    server.clock.advance(30 * DAY - 5 * MINUTE);
    customer = await server.session(customer.row);
    const { transactionId, amount } = await openPayment(server, customer, { orderId: order.id });
    expect(amount).toBe(2700);
    server.clock.advance(10 * MINUTE);
    expect((await pay(order.id)).body.amount).toBe(2700);
    await providerDoes(server, transactionId, 'approve');
    const { body } = await server.call(customer, 'GET', `/orders/${order.id}`);
    expect([body.order.state, body.order.finalAmount]).toEqual(['pending', 2700]);
  });

  it('are replaced, with the new total in the timeline', async () => {
    const order = await unread(customer.row.id);
    await attach(order.id);
    await setPrice(1500);
    server.clock.advance(31 * DAY);
    customer = await server.session(customer.row);
    expect((await pay(order.id)).body.code).toBe('AMOUNT_CHANGED');
    const { timeline } = (await server.call(customer, 'GET', `/orders/${order.id}/timeline`)).body;
    expect(timeline.at(-1)).toMatchObject({ action: 'price-anew', from: '2700', to: '3800' });
  });

  it('are replaced when the prescription is attached, and frozen at the prices of the order', async () => {
    server.clock.advance(31 * DAY);
    customer = await server.session(customer.row);
    agent = await server.session(agent.row);
    await setPrice(1500);
    const order = await unread(customer.row.id);
    expect((await attach(order.id)).body.order.totalAmount).toBe(3800);
    expect(await currentRow()).toMatchObject({ version: 2, pricedAt: server.clock.now() });
    await setPrice(2000);
    expect((await pay(order.id)).body.amount).toBe(3800);
  });
});
