import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { orderItems } from '../database/schema/orders.ts';
import { prescriptionItems } from '../database/schema/prescriptions.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { fillBasket, openPayment, place, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const instructions = { posology: '1 comprimé matin et soir', duration: '7 jours' };
const DAY = 24 * 3600;

let server: TestApp;
let doctor: Visitor;
let supervisor: Visitor;
let customer: Visitor;
let medication: MedicationRow;

beforeAll(async () => {
  server = await startTestApp();
  doctor = await server.signIn('partnerDoctor');
  supervisor = await server.signIn('supervisor');
  customer = await server.signIn('customer');
  medication = await buildMedication(server.db, { price: 1000 });
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const line = (written: object = {}) => ({ medicationId: medication.id, quantity: 2, ...written });
const prescribe = async (...items: object[]) =>
  server.call(doctor, 'POST', '/prescriptions', {
    patientName: 'Afi Kpadé',
    patientPhone: '97 11 11 11',
    url: (await buildFile(server.db, { ownerId: doctor.row.id })).key,
    items,
  });
const itemsOf = async (who: Visitor, path: string) => {
  const { body } = await server.call(who, 'GET', path);
  return (body.order?.prescription ?? body.prescription).items;
};

describe('the posology and duration of an item', () => {
  it('are trimmed, stored and read by the prescriber, and by a customer with the number', async () => {
    const { status, body } = await prescribe(
      line({ posology: ` ${instructions.posology} `, duration: '7 jours' }),
    );
    const { _id, prescriptionNumber, items } = body.prescription;
    expect([status, items]).toEqual([201, [expect.objectContaining(instructions)]]);
    expect(await itemsOf(customer, `/prescriptions/search/${prescriptionNumber}`)).toEqual(items);
    const rows = await server.db
      .select()
      .from(prescriptionItems)
      .where(eq(prescriptionItems.prescriptionId, _id));
    expect(rows).toMatchObject([instructions]);
  });

  it('are left out of the response when nothing was written', async () => {
    const { body } = await prescribe(line({ posology: ' ', duration: null }), line());
    for (const item of body.prescription.items)
      expect(Object.keys(item).sort()).toEqual(['form', 'label', 'medicationId', 'price', 'quantity']);
  });

  it('return 422 at their line when too long', async () => {
    const { status, body } = await prescribe(line({ posology: 'x'.repeat(121), duration: 'x'.repeat(61) }));
    expect([status, body.fields]).toEqual([
      422,
      { 'items.0.posology': '120 caractères maximum', 'items.0.duration': '60 caractères maximum' },
    ]);
  });

  it('are replaced with the items by an edit', async () => {
    const { body } = await prescribe(line(instructions));
    const path = `/prescriptions/${body.prescription._id}`;
    const edited = await server.call(doctor, 'PUT', path, { items: [line({ duration: '10 jours' })] });
    expect(edited.body.prescription.items).toMatchObject([{ duration: '10 jours' }]);
    expect(edited.body.prescription.items[0]).not.toHaveProperty('posology');
  });
});

describe('in an order', () => {
  it('are copied from the prescription that was paid, also after 30 days, and read by all but the courier', async () => {
    const { number } = await buildPrescription(server.db, {
      items: [{ medication, quantity: 2, ...instructions }],
      pricedAt: new Date(server.clock.now().getTime() - 31 * DAY * 1000),
    });
    const { zone } = await fillBasket(server);
    const order = {
      prescription: { type: 'numerical', prescriptionNumber: number },
      deliveryZone: zone.id,
      deliveryAddress: 'Fidjrossè, portail vert',
    };
    const { transactionId } = await openPayment(server, customer, { order });
    await providerDoes(server, transactionId, 'approve');
    const { body } = await place(server, customer, order, transactionId);
    const { _id, prescription } = body.order;
    expect(prescription.items).toMatchObject([instructions]);
    const pharmacy = await server.signIn('pharmacy', { isPartner: true });
    const courier = await server.signIn('deliveryPerson');
    for (const one of [{ pharmacy: pharmacy.row.id }, { deliveryPerson: courier.row.id }])
      expect((await server.call(supervisor, 'PATCH', `/orders/${_id}/assign`, one)).status).toBe(200);
    for (const who of [customer, pharmacy, supervisor])
      expect(await itemsOf(who, `/orders/${_id}`)).toMatchObject([instructions]);
    const seen = await server.call(courier, 'GET', `/orders/${_id}`);
    expect(seen.status).toBe(200);
    expect(JSON.stringify(seen.body)).not.toContain(instructions.posology);
  });

  it.each(['agent', 'supervisor'] as const)(
    'are written and corrected by the %s who reads it',
    async (type) => {
      const writer = await server.signIn(type);
      const order = await buildOrder(server.db, {
        state: 'pre-treatment',
        items: [],
        customerId: customer.row.id,
      });
      const written = await server.call(writer, 'PUT', `/orders/${order.id}`, {
        prescription: { type: 'numerical', items: [line(instructions)] },
      });
      expect(written.body.order.prescription.items).toMatchObject([instructions]);
      const path = `/prescriptions/${written.body.order.prescription._id}`;
      const corrected = { ...instructions, duration: '5 jours' };
      expect((await server.call(writer, 'PUT', path, { items: [line(corrected)] })).status).toBe(200);
      expect(await itemsOf(customer, `/orders/${order.id}`)).toMatchObject([corrected]);
    },
  );

  it('are kept when an existing prescription is attached, and when an unpaid order is priced anew', async () => {
    const { number } = await buildPrescription(server.db, {
      items: [{ medication, quantity: 2, ...instructions }],
    });
    const order = await buildOrder(server.db, {
      state: 'pre-treatment',
      items: [],
      customerId: customer.row.id,
    });
    const path = `/orders/${order.id}`;
    const prescription = { prescriptionNumber: number };
    expect((await server.call(supervisor, 'PUT', path, { prescription })).status).toBe(200);
    await server.pool.query('update medications set price_fcfa = 1100 where id = $1', [medication.id]);
    server.clock.advance(31 * DAY);
    const later = await server.session(customer.row);
    const opened = await server.call(later, 'POST', '/payments', { orderId: order.id });
    expect(opened.body.code).toBe('AMOUNT_CHANGED');
    expect(await itemsOf(later, path)).toMatchObject([{ price: 1100, ...instructions }]);
    server.clock.advance(-31 * DAY);
  });

  it('are not written by a customer who orders without a prescription', async () => {
    const { order } = await fillBasket(server);
    const items = order.prescription.items.map((item) => ({ ...item, ...instructions }));
    const sent = { ...order, prescription: { ...order.prescription, items } };
    const { transactionId } = await openPayment(server, customer, { order: sent });
    await providerDoes(server, transactionId, 'approve');
    const { body } = await place(server, customer, sent, transactionId);
    const rows = await server.db.select().from(orderItems).where(eq(orderItems.orderId, body.order._id));
    expect(rows).toMatchObject([{ posology: null, duration: null }]);
  });
});
