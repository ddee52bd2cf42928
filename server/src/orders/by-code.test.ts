import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { type PrescriptionRow, prescriptions } from '../database/schema/prescriptions.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { noticesOf } from '../testing/notices.ts';
import { type Basket, elsewhere, fillBasket, openPayment, place, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const USED = { code: 'PRESCRIPTION_USED', message: 'Cette ordonnance a déjà été utilisée' };
const DAY = 24 * 3600;

let server: TestApp;
let customer: Visitor;
let stranger: Visitor;
let basket: Basket;
let supervisor: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor');
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  customer = await server.signIn('customer');
  stranger = await server.signIn('customer');
  basket = await fillBasket(server);
});

const where = () => ({ deliveryZone: basket.zone.id, deliveryAddress: basket.order.deliveryAddress });
const ordersOf = ({ row }: Visitor) => server.db.select().from(orders).where(eq(orders.customerId, row.id));
const paymentsOf = ({ row }: Visitor) =>
  server.db.select().from(payments).where(eq(payments.customerId, row.id));

describe('an order by prescription number (rule 19)', () => {
  let doctor: Visitor;
  let prescription: PrescriptionRow;
  beforeEach(async () => {
    doctor = await server.signIn('partnerDoctor');
    const medication = await buildMedication(server.db, { price: 1000, requiresPrescription: true });
    prescription = await buildPrescription(server.db, {
      authorId: doctor.row.id,
      items: [{ medication, quantity: 3 }],
    });
  });
  const coded = (number = prescription.number) => ({
    prescription: { type: 'numerical', prescriptionNumber: number },
    ...where(),
  });
  const currentRow = async () =>
    (await server.db.select().from(prescriptions).where(eq(prescriptions.id, prescription.id)))[0];
  const open = (who = customer, order: object = coded()) => server.call(who, 'POST', '/payments', { order });

  it('is paid at the frozen prices and uses the prescription; prescriber and supervisors are notified', async () => {
    const { transactionId, amount } = await openPayment(server, customer, {
      order: coded(prescription.number.toLowerCase()),
    });
    expect(amount).toBe(700 + 3300);
    expect(await currentRow()).toMatchObject({ reservedById: customer.row.id, usedById: null });
    await providerDoes(server, transactionId, 'approve');
    const { status, body } = await place(server, customer, coded(), transactionId);
    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      state: 'pending',
      totalAmount: 4000,
      finalAmount: 4000,
      prescription: {
        _id: prescription.id,
        type: 'numerical',
        prescriptionNumber: prescription.number,
        prescriptorName: doctor.row.name,
        verified: true,
      },
      prescriptionUrl: prescription.url,
    });
    expect(await currentRow()).toMatchObject({ usedById: body.order._id, reservedById: null });
    const readers = { doctor, supervisor, customer };
    expect(await noticesOf(server, prescription.number, readers)).toEqual([
      ['doctor', 'Ordonnance utilisée'],
    ]);
    expect(await noticesOf(server, body.order.number, readers)).toEqual([
      ['customer', 'Paiement reçu'],
      ['supervisor', 'Nouvelle commande'],
    ]);
    expect(await open(stranger)).toMatchObject({ status: 409, body: USED });
    const { prescriptions: seen } = (await server.call(doctor, 'GET', '/prescriptions/my')).body;
    expect(seen).toMatchObject([{ used: true, usedBy: null }]);
  });

  it('is paid without what the customer leaves out, also when that is no longer sold', async () => {
    const kept = await buildMedication(server.db, { price: 1000 });
    const left = await buildMedication(server.db, { price: 4000, deletedAt: server.clock.now() });
    const { id, number } = await buildPrescription(server.db, {
      authorId: doctor.row.id,
      items: [kept, left].map((medication) => ({ medication, quantity: 1 })),
    });
    const without = (...medications: { id: string }[]) => {
      const leftOut = medications.map((one) => one.id);
      return { ...where(), prescription: { type: 'numerical', prescriptionNumber: number, leftOut } };
    };
    expect((await open(customer, without())).body.code).toBe('MEDICATION_UNAVAILABLE');
    for (const [wrong, message] of [
      [[kept, left], 'Gardez au moins un médicament'],
      [[await buildMedication(server.db)], 'Ce médicament n’est plus dans l’ordonnance'],
    ] as const) {
      const { status, body } = await open(customer, without(...wrong));
      expect([status, body.fields]).toEqual([422, { 'order.prescription.leftOut': message }]);
    }
    const { transactionId, amount } = await openPayment(server, customer, { order: without(left) });
    expect(amount).toBe(700 + 1100);
    await providerDoes(server, transactionId, 'approve');
    const { body } = await place(server, customer, without(left), transactionId);
    expect(body.order).toMatchObject({
      medicinesAmount: 1000,
      prescription: { _id: id, items: [{ medicationId: kept.id }] },
      leftOut: [{ medicationId: left.id, price: 4000 }],
    });
    const { prescriptions: seen } = (await server.call(doctor, 'GET', '/prescriptions/my')).body;
    expect(seen[0]).toMatchObject({ used: true, items: [{}, {}] });
  });

  it('returns 402 without a payment, and for unknown and partial numbers the 409 of used ones', async () => {
    expect((await server.call(customer, 'POST', '/orders', coded())).status).toBe(402);
    for (const number of ['ORD-00000001', 'ORD-1', 'n’importe quoi']) {
      expect(await open(customer, coded(number))).toMatchObject({ status: 409, body: USED });
      expect(await server.call(customer, 'POST', '/orders', coded(number))).toMatchObject({
        status: 409,
        body: USED,
      });
    }
    const blank = await open(customer, coded(' '));
    expect(blank.body.message).toBe("Veuillez entrer un numéro d'ordonnance valide");
  });

  it('reserves the prescription for one customer for 15 minutes, across payments', async () => {
    const first = await open();
    const second = await open(customer, elsewhere(coded()));
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await open(stranger)).toMatchObject({ status: 409, body: USED });
    expect(await paymentsOf(stranger)).toEqual([]);
    server.clock.advance(15 * 60);
    expect((await open(stranger)).status).toBe(201);
    expect((await currentRow())?.reservedById).toBe(stranger.row.id);
  });

  it('creates the order of a late payment if the prescription is available; otherwise puts the payment under review', async () => {
    const early = await openPayment(server, customer, { order: coded() });
    server.clock.advance(20 * 60);
    const late = await openPayment(server, stranger, { order: coded() });
    // Another customer has reserved it and their portal is open.
    await providerDoes(server, early.transactionId, 'approve');
    expect(await paymentsOf(customer)).toMatchObject([{ status: 'review', orderId: null }]);
    expect(await ordersOf(customer)).toEqual([]);
    server.clock.advance(20 * 60);
    await providerDoes(server, late.transactionId, 'approve');
    expect(await ordersOf(stranger)).toMatchObject([{ prescriptionId: prescription.id, state: 'pending' }]);
  });

  it('creates one order from two payments of one customer; the second goes to review', async () => {
    const first = await openPayment(server, customer, { order: coded() });
    const second = await openPayment(server, customer, { order: elsewhere(coded()) });
    await providerDoes(server, second.transactionId, 'approve');
    await providerDoes(server, first.transactionId, 'approve');
    expect((await paymentsOf(customer)).map(({ status }) => status).sort()).toEqual(['paid', 'review']);
    expect(await ordersOf(customer)).toHaveLength(1);
  });

  it('returns 409 for the transaction of another prescription or of a cart', async () => {
    const other = await buildPrescription(server.db);
    const { transactionId } = await openPayment(server, customer, { order: coded() });
    for (const order of [coded(other.number), basket.order]) {
      expect(await place(server, customer, order, transactionId)).toMatchObject({
        status: 409,
        body: { message: 'Ce paiement a déjà été utilisé' },
      });
    }
  });

  it('freezes prices for 30 days, then uses the catalogue’s (rule 2)', async () => {
    const [{ medication_id: id }] = (
      await server.pool.query('select medication_id from prescription_items where prescription_id = $1', [
        prescription.id,
      ])
    ).rows;
    const change = (set: string) => server.pool.query(`update medications set ${set} where id = $1`, [id]);
    await change('price_fcfa = 2000');
    expect((await open()).body.amount).toBe(4000);
    // A withdrawn medicine cannot be ordered at any price.
    await change('deleted_at = now()');
    expect((await open()).body.code).toBe('MEDICATION_UNAVAILABLE');
    await change('deleted_at = null');
    server.clock.advance(31 * DAY);
    customer = await server.session(customer.row);
    const stale = await open(customer, { ...coded(), finalAmount: 4000 });
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'AMOUNT_CHANGED', quote: { total: 700 + 6600 } },
    });
    const { transactionId, amount } = (await open(customer, { ...coded(), finalAmount: 7300 })).body;
    expect(amount).toBe(7300);
    await providerDoes(server, transactionId, 'approve');
    expect(await ordersOf(customer)).toMatchObject([{ total: 7300, medicines: 6000 }]);
  });
});
