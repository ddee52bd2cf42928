import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import type { OrderFields } from '../builders/order.ts';
import { type MedicationRow, medications } from '../database/schema/medications.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { openPayment, providerDoes, readPayment } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import {
  assign,
  buildUnpaid,
  buildUnread,
  payOrder,
  readOrder,
  readTimeline,
  server,
  setState,
  startServer,
} from './orders.fixture.ts';

let agent: Visitor;
let supervisor: Visitor;
let customer: Visitor;
let syrup: MedicationRow;
let tablets: MedicationRow;
let cream: MedicationRow;

startServer({}, async () => {
  agent = await server.signIn('agent');
  supervisor = await server.signIn('supervisor');
});
beforeEach(async () => {
  customer = await server.signIn('customer');
  syrup = await buildMedication(server.db, { price: 2000 });
  tablets = await buildMedication(server.db, { price: 500 });
  cream = await buildMedication(server.db, { price: 3000 });
});

/** An order whose prescription was read: 2 × 2 000, 1 × 500 and 1 × 3 000. */
const readyToPay = (change: Partial<OrderFields> = {}) => {
  const one = (medication: MedicationRow, quantity = 1) => ({ medication, quantity });
  return buildUnpaid(customer, agent, { items: [one(syrup, 2), one(tablets), one(cream)], ...change });
};
const leaveOut = ({ id }: OrderRow, ...left: MedicationRow[]) =>
  server.call(customer, 'PUT', `/orders/${id}/left-out`, { medications: left.map((one) => one.id) });
const read = ({ id }: OrderRow, by = customer) => readOrder(id, by);
const labelsOf = (lines: { label: string }[]) => lines.map(({ label }) => label);

async function pay({ id: orderId }: OrderRow) {
  const { transactionId, amount } = await openPayment(server, customer, { orderId });
  await providerDoes(server, transactionId, 'approve');
  return { amount, status: (await readPayment(server, customer, transactionId)).status };
}

it('prices the order without them, and takes them back; the prescription is unchanged', async () => {
  const card = await buildInsuranceCard(server.db, { ownerId: customer.row.id, rate: 50 });
  const order = await readyToPay({ card });
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
  const path = `/prescriptions?q=${before.prescription.prescriptionNumber}`;
  const { prescriptions } = (await server.call(supervisor, 'GET', path)).body;
  expect(labelsOf(prescriptions[0].items)).toEqual([syrup.label, tablets.label, cream.label]);
  expect((await leaveOut(order)).body.order).toEqual(before);
});

it('is in the timeline once, when it changes something', async () => {
  const order = await readyToPay();
  for (const _ of [1, 2]) await leaveOut(order, syrup);
  const timeline = await readTimeline(order.id, customer);
  const lines = timeline.filter(({ action }: { action: string }) => action === 'leave-out');
  expect(lines).toMatchObject([{ from: String(order.total), to: String(order.total! - 4400) }]);
});

it('leaves at least one medicine, and takes only those of the prescription', async () => {
  const order = await readyToPay();
  for (const [left, message] of [
    [[syrup, tablets, cream], 'Gardez au moins un médicament'],
    [[await buildMedication(server.db)], 'Ce médicament n’est plus dans l’ordonnance'],
  ] as const) {
    const { status, body } = await leaveOut(order, ...left);
    expect([status, body.fields]).toEqual([422, { medications: message }]);
  }
  expect(await read(order)).toMatchObject({ leftOut: [], totalAmount: order.total });
});

it('is refused before the prescription is read, once it is paid and once it is cancelled', async () => {
  const unread = await buildUnread(customer);
  expect((await leaveOut(unread, syrup)).body.code).toBe('NOT_PAYABLE_YET');
  const [paid, cancelled] = [await readyToPay(), await readyToPay()];
  await pay(paid);
  await setState(customer, cancelled.id, 'cancelled');
  for (const order of [paid, cancelled])
    expect((await leaveOut(order, syrup)).body.code).toBe('STATE_CHANGED');
});

it('is refused while a payment is open, and what was paid is what was taken', async () => {
  const order = await readyToPay();
  await leaveOut(order, syrup);
  const { transactionId, amount } = await openPayment(server, customer, { orderId: order.id });
  expect(amount).toBe(order.total! - 4400);
  expect(await leaveOut(order, cream)).toMatchObject({ status: 409, body: { code: 'ORDER_BEING_PAID' } });
  // Unchanged: the same request is accepted.
  expect((await leaveOut(order, syrup)).status).toBe(200);
  await providerDoes(server, transactionId, 'approve');
  const paid = { state: 'pending', finalAmount: amount, medicinesAmount: 3500 };
  expect(await read(order)).toMatchObject(paid);
});

it('puts money of an older amount under review', async () => {
  const order = await readyToPay();
  const { transactionId } = await openPayment(server, customer, { orderId: order.id });
  server.clock.advance(15 * 60);
  expect((await leaveOut(order, syrup)).status).toBe(200);
  await providerDoes(server, transactionId, 'approve');
  expect(await readPayment(server, customer, transactionId)).toMatchObject({ status: 'review' });
  expect(await read(order)).toMatchObject({ state: 'pre-treatment', finalAmount: 0 });
});

it('is for its customer, and a pharmacy and a courier do not receive what is left out', async () => {
  const order = await readyToPay();
  const stranger = await server.signIn('customer');
  const body = { medications: [syrup.id] };
  expect((await server.call(stranger, 'PUT', `/orders/${order.id}/left-out`, body)).status).toBe(404);
  await leaveOut(order, syrup);
  await pay(order);
  const pharmacy = await server.signIn('pharmacy');
  const courier = await server.signIn('deliveryPerson');
  await assign(supervisor, order.id, { pharmacy: pharmacy.row.id });
  await assign(supervisor, order.id, { deliveryPerson: courier.row.id });
  const prepared = await read(order, pharmacy);
  expect(labelsOf(prepared.prescription.items)).toEqual([tablets.label, cream.label]);
  for (const shown of [prepared, await read(order, courier)]) expect(shown).not.toHaveProperty('leftOut');
  for (const reader of [customer, agent, supervisor])
    expect(labelsOf((await read(order, reader)).leftOut)).toEqual([syrup.label]);
});

it('lasts when the prescription is corrected, unless nothing else remains', async () => {
  const order = await readyToPay();
  await leaveOut(order, syrup);
  const { prescription } = await read(order);
  const correct = async (...medicines: MedicationRow[]) => {
    const items = medicines.map(({ id, label, price }) => ({ medicationId: id, label, price, quantity: 1 }));
    return (await server.call(agent, 'PUT', `/prescriptions/${prescription._id}`, { items })).status;
  };
  expect(await correct(syrup, tablets)).toBe(200);
  expect(await read(order)).toMatchObject({ medicinesAmount: 500, leftOut: [{ quantity: 1 }] });
  expect(await correct(syrup)).toBe(200);
  expect(await read(order)).toMatchObject({ medicinesAmount: 2000, leftOut: [], itemsCount: 1 });
});

it('may be of a medicine that is no longer sold, and new prices apply to the others after 30 days', async () => {
  const order = await readyToPay();
  const change = ({ id }: MedicationRow, fields: Partial<typeof medications.$inferInsert>) =>
    server.db.update(medications).set(fields).where(eq(medications.id, id));
  await change(syrup, { deletedAt: server.clock.now() });
  expect((await payOrder(customer, order.id)).body.code).toBe('MEDICATION_UNAVAILABLE');
  await leaveOut(order, syrup);
  server.clock.advance(31 * 24 * 3600);
  customer = await server.session(customer.row);
  await change(tablets, { price: 600 });
  const { body } = await payOrder(customer, order.id);
  expect([body.code, body.quote.medicines]).toEqual(['AMOUNT_CHANGED', 3600]);
  expect(await read(order)).toMatchObject({ medicinesAmount: 3600, leftOut: [{ price: 2000 }] });
  expect(await pay(order)).toMatchObject({ status: 'paid', amount: order.deliveryFee + 3960 });
});

it('is offered at today’s price once the prices of the others last another 30 days', async () => {
  const order = await readyToPay();
  const { prescriptionNumber } = (await read(order)).prescription;
  await leaveOut(order, syrup);
  server.clock.advance(31 * 24 * 3600);
  customer = await server.session(customer.row);
  await server.db.update(medications).set({ price: 2500 }).where(eq(medications.id, syrup.id));
  expect(await pay(order)).toEqual({ amount: order.deliveryFee + 3850, status: 'paid' });
  const { body } = await server.call(customer, 'GET', `/prescriptions/search/${prescriptionNumber}`);
  expect(body.prescription.items).toMatchObject([{ medicationId: syrup.id, quantity: 2, price: 2500 }]);
});
