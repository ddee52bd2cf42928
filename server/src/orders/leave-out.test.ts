import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder } from '../builders/order.ts';
import { type MedicationRow, medications } from '../database/schema/medications.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { openPayment, providerDoes, readPayment } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let agent: Visitor;
let supervisor: Visitor;
let customer: Visitor;
let syrup: MedicationRow;
let tablets: MedicationRow;
let cream: MedicationRow;

beforeAll(async () => {
  server = await startTestApp();
  agent = await server.signIn('agent');
  supervisor = await server.signIn('supervisor');
});
beforeEach(async () => {
  customer = await server.signIn('customer');
  syrup = await buildMedication(server.db, { price: 2000 });
  tablets = await buildMedication(server.db, { price: 500 });
  cream = await buildMedication(server.db, { price: 3000 });
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

/** An order whose prescription was read: 2 × 2 000, 1 × 500 and 1 × 3 000. */
async function readOrder(change = {}) {
  return buildOrder(server.db, {
    state: 'pre-treatment',
    customerId: customer.row.id,
    itemsWrittenById: agent.row.id,
    items: [
      { medication: syrup, quantity: 2 },
      { medication: tablets, quantity: 1 },
      { medication: cream, quantity: 1 },
    ],
    ...change,
  });
}
const leaveOut = ({ id }: OrderRow, ...left: MedicationRow[]) =>
  server.call(customer, 'PUT', `/orders/${id}/left-out`, { medications: left.map((one) => one.id) });
const read = async ({ id }: OrderRow, by = customer) =>
  (await server.call(by, 'GET', `/orders/${id}`)).body.order;
const labelsOf = (lines: { label: string }[]) => lines.map(({ label }) => label);

async function pay({ id: orderId }: OrderRow) {
  const { transactionId, amount } = await openPayment(server, customer, { orderId });
  await providerDoes(server, transactionId, 'approve');
  return { amount, status: (await readPayment(server, customer, transactionId)).status };
}

describe('leaving out medicines of a read prescription', () => {
  it('prices the order without them, and takes them back; the prescription is unchanged', async () => {
    const card = await buildInsuranceCard(server.db, { ownerId: customer.row.id, rate: 50 });
    const order = await readOrder({ card });
    const before = await read(order);
    expect(before).toMatchObject({ leftOut: [], medicinesAmount: 7500 });
    expect(before.allowedActions).toContain('leave-out');

    const { status, body } = await leaveOut(order, syrup);
    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      itemsCount: 2,
      medicinesAmount: 3500,
      commission: 350,
      insuranceReduction: 1750,
      totalAmount: order.deliveryFee + 2100,
      leftOut: [{ medicationId: syrup.id, label: syrup.label, quantity: 2, price: 2000, position: 0 }],
    });
    expect(labelsOf(body.order.prescription.items)).toEqual([tablets.label, cream.label]);
    const { prescriptions } = (
      await server.call(supervisor, 'GET', `/prescriptions?q=${before.prescription.prescriptionNumber}`)
    ).body;
    expect(labelsOf(prescriptions[0].items)).toEqual([syrup.label, tablets.label, cream.label]);

    const back = (await leaveOut(order)).body.order;
    expect(back).toEqual(before);
  });

  it('is written in the timeline once, when it changes something', async () => {
    const order = await readOrder();
    await leaveOut(order, syrup);
    await leaveOut(order, syrup);
    const { timeline } = (await server.call(customer, 'GET', `/orders/${order.id}/timeline`)).body;
    const lines = timeline.filter(({ action }: { action: string }) => action === 'leave-out');
    expect(lines).toMatchObject([{ from: String(order.total), to: String(order.total! - 4400) }]);
  });

  it('keeps at least one medicine, and those of the prescription only', async () => {
    const order = await readOrder();
    const all = await leaveOut(order, syrup, tablets, cream);
    expect([all.status, all.body.fields]).toEqual([422, { medications: 'Gardez au moins un médicament' }]);
    const other = await leaveOut(order, await buildMedication(server.db));
    expect([other.status, other.body.fields]).toEqual([
      422,
      { medications: 'Ce médicament n’est plus dans l’ordonnance' },
    ]);
    expect(await read(order)).toMatchObject({ leftOut: [], totalAmount: order.total });
  });

  it('is refused before the prescription is read, once it is paid and once it is cancelled', async () => {
    const unread = await buildOrder(server.db, {
      state: 'pre-treatment',
      items: [],
      customerId: customer.row.id,
    });
    expect((await leaveOut(unread, syrup)).body.code).toBe('NOT_PAYABLE_YET');
    const order = await readOrder();
    await pay(order);
    expect((await leaveOut(order, syrup)).body.code).toBe('STATE_CHANGED');
    const cancelled = await readOrder();
    await server.call(customer, 'PATCH', `/orders/${cancelled.id}/status`, { status: 'cancelled' });
    expect((await leaveOut(cancelled, syrup)).body.code).toBe('STATE_CHANGED');
  });

  it('is refused while a payment is open, and what was paid is what was taken', async () => {
    const order = await readOrder();
    await leaveOut(order, syrup);
    const { transactionId, amount } = await openPayment(server, customer, { orderId: order.id });
    expect(amount).toBe(order.total! - 4400);
    const refused = await leaveOut(order, cream);
    expect([refused.status, refused.body.code]).toEqual([409, 'ORDER_BEING_PAID']);
    // Unchanged: the same request is accepted.
    expect((await leaveOut(order, syrup)).status).toBe(200);
    await providerDoes(server, transactionId, 'approve');
    expect(await read(order)).toMatchObject({ state: 'pending', finalAmount: amount, medicinesAmount: 3500 });
  });

  it('money of an older amount is put under review', async () => {
    const order = await readOrder();
    const { transactionId } = await openPayment(server, customer, { orderId: order.id });
    server.clock.advance(15 * 60);
    expect((await leaveOut(order, syrup)).status).toBe(200);
    await providerDoes(server, transactionId, 'approve');
    expect(await readPayment(server, customer, transactionId)).toMatchObject({ status: 'review' });
    expect(await read(order)).toMatchObject({ state: 'pre-treatment', finalAmount: 0 });
  });

  it('only its customer may, and a pharmacy and a courier do not receive what is left out', async () => {
    const order = await readOrder();
    const stranger = await server.signIn('customer');
    const body = { medications: [syrup.id] };
    expect((await server.call(stranger, 'PUT', `/orders/${order.id}/left-out`, body)).status).toBe(404);
    await leaveOut(order, syrup);
    await pay(order);
    const pharmacy = await server.signIn('pharmacy');
    const courier = await server.signIn('deliveryPerson');
    const assign = (target: object) => server.call(supervisor, 'PATCH', `/orders/${order.id}/assign`, target);
    await assign({ pharmacy: pharmacy.row.id });
    await assign({ deliveryPerson: courier.row.id });
    const prepared = await read(order, pharmacy);
    expect(prepared).not.toHaveProperty('leftOut');
    expect(labelsOf(prepared.prescription.items)).toEqual([tablets.label, cream.label]);
    expect(await read(order, courier)).not.toHaveProperty('leftOut');
    for (const reader of [customer, agent, supervisor])
      expect(labelsOf((await read(order, reader)).leftOut)).toEqual([syrup.label]);
  });
});

describe('what was left out', () => {
  it('stays left out when the prescription is corrected, unless nothing else remains', async () => {
    const order = await readOrder();
    await leaveOut(order, syrup);
    const { prescription } = await read(order);
    const item = ({ id: medicationId, label, price }: MedicationRow) => ({
      medicationId,
      label,
      price,
      quantity: 1,
    });
    const correct = (...items: object[]) =>
      server.call(agent, 'PUT', `/prescriptions/${prescription._id}`, { items });
    expect((await correct(item(syrup), item(tablets))).status).toBe(200);
    expect(await read(order)).toMatchObject({ medicinesAmount: 500, leftOut: [{ quantity: 1 }] });
    expect((await correct(item(syrup))).status).toBe(200);
    expect(await read(order)).toMatchObject({ medicinesAmount: 2000, leftOut: [], itemsCount: 1 });
  });

  it('may be a medicine that is no longer sold, and new prices apply to the others after 30 days', async () => {
    const order = await readOrder();
    await server.db
      .update(medications)
      .set({ deletedAt: server.clock.now() })
      .where(eq(medications.id, syrup.id));
    const open = () => server.call(customer, 'POST', '/payments', { orderId: order.id });
    expect((await open()).body.code).toBe('MEDICATION_UNAVAILABLE');
    await leaveOut(order, syrup);
    server.clock.advance(31 * 24 * 3600);
    customer = await server.session(customer.row);
    await server.db.update(medications).set({ price: 600 }).where(eq(medications.id, tablets.id));
    const refused = await open();
    expect([refused.body.code, refused.body.quote.medicines]).toEqual(['AMOUNT_CHANGED', 3600]);
    expect(await read(order)).toMatchObject({ medicinesAmount: 3600, leftOut: [{ price: 2000 }] });
    expect(await pay(order)).toMatchObject({ status: 'paid', amount: order.deliveryFee + 3960 });
  });
});
