import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { files } from '../database/schema/files.ts';
import { medications } from '../database/schema/medications.ts';
import type { PrescriptionRow } from '../database/schema/prescriptions.ts';
import { times } from '../testing/http.ts';
import { noticesOf } from '../testing/notices.ts';
import { type Basket, elsewhere, fillBasket, openPayment, place, providerDoes } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import {
  ordersOf,
  payFor,
  paymentsOf,
  prescriptionRow,
  server,
  setState,
  signInAll,
  startServer,
} from './orders.fixture.ts';

let people: Record<'customer' | 'stranger' | 'supervisor' | 'doctor', Visitor>;
let customer: Visitor;
let stranger: Visitor;
let basket: Basket;
let supervisor: Visitor;

startServer({}, async () => {
  supervisor = await server.signIn('supervisor');
});
beforeEach(async () => {
  const types = { customer: 'customer', stranger: 'customer', doctor: 'partnerDoctor' } as const;
  people = { supervisor, ...(await signInAll(types)) };
  ({ customer, stranger } = people);
  basket = await fillBasket(server);
});

const where = () => ({ deliveryZone: basket.zone.id, deliveryAddress: basket.order.deliveryAddress });

describe('an order by prescription number (rule 19)', () => {
  const USED = {
    status: 409,
    body: { code: 'PRESCRIPTION_USED', message: 'Cette ordonnance a déjà été utilisée' },
  };
  let prescription: PrescriptionRow;
  let medicationId: string;
  beforeEach(async () => {
    const medication = await buildMedication(server.db, { price: 1000, requiresPrescription: true });
    medicationId = medication.id;
    const items = [{ medication, quantity: 3 }];
    prescription = await buildPrescription(server.db, { authorId: people.doctor.row.id, items });
  });
  const coded = (prescriptionNumber = prescription.number, change: object = {}) => ({
    prescription: { type: 'numerical', prescriptionNumber, ...change },
    ...where(),
  });
  const open = (who = customer, order: object = coded()) => payFor(who, order);
  const prescribedBy = async (doctor: Visitor) =>
    (await server.call(doctor, 'GET', '/prescriptions/my')).body.prescriptions;
  const change = (fields: Partial<typeof medications.$inferInsert>) =>
    server.db.update(medications).set(fields).where(eq(medications.id, medicationId));

  it('is paid at the frozen prices and uses the prescription; prescriber and supervisors are notified', async () => {
    const { id, number, url } = prescription;
    const opened = await openPayment(server, customer, { order: coded(number.toLowerCase()) });
    expect(opened.amount).toBe(700 + 3300);
    expect(await prescriptionRow(id)).toMatchObject({ reservedById: customer.row.id, usedById: null });
    await providerDoes(server, opened.transactionId, 'approve');
    const { status, body } = await place(server, customer, coded(), opened.transactionId);
    const prescriptorName = people.doctor.row.name;
    expect([status, body.order]).toMatchObject([
      200,
      {
        state: 'pending',
        totalAmount: 4000,
        finalAmount: 4000,
        prescription: {
          _id: id,
          type: 'numerical',
          prescriptionNumber: number,
          prescriptorName,
          verified: true,
        },
        prescriptionUrl: url,
      },
    ]);
    expect(await prescriptionRow(id)).toMatchObject({ usedById: body.order._id, reservedById: null });
    expect(await noticesOf(server, number, people)).toEqual([['doctor', 'Ordonnance utilisée']]);
    expect(await noticesOf(server, body.order.number, people)).toEqual([
      ['customer', 'Paiement reçu'],
      ['supervisor', 'Nouvelle commande'],
    ]);
    expect(await open(stranger)).toMatchObject(USED);
    expect(await prescribedBy(people.doctor)).toMatchObject([{ used: true, usedBy: null }]);
  });

  it('is paid without what the customer leaves out, also when that is no longer sold', async () => {
    const taken = await buildMedication(server.db, { price: 1000 });
    const left = await buildMedication(server.db, { price: 4000, deletedAt: server.clock.now() });
    const { id, number } = await buildPrescription(server.db, {
      authorId: people.doctor.row.id,
      items: [taken, left].map((medication) => ({ medication, quantity: 1 })),
    });
    const without = (...left: { id: string }[]) => coded(number, { leftOut: left.map((one) => one.id) });
    expect((await open(customer, without())).body.code).toBe('MEDICATION_UNAVAILABLE');
    for (const [wrong, message] of [
      [[taken, left], 'Gardez au moins un médicament'],
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
      prescription: { _id: id, items: [{ medicationId: taken.id }] },
      leftOut: [{ medicationId: left.id, price: 4000 }],
    });
    expect((await prescribedBy(people.doctor))[0]).toMatchObject({
      used: false,
      items: [
        { medicationId: taken.id, given: 1, remaining: 0 },
        { medicationId: left.id, quantity: 1 },
      ],
    });
  });

  it('returns 402 without a payment, and for unknown and partial numbers the 409 of used ones', async () => {
    expect((await server.call(customer, 'POST', '/orders', coded())).status).toBe(402);
    for (const number of ['ORD-00000001', 'ORD-1', 'n’importe quoi']) {
      expect(await open(customer, coded(number))).toMatchObject(USED);
      expect(await server.call(customer, 'POST', '/orders', coded(number))).toMatchObject(USED);
    }
    const blank = await open(customer, coded(' '));
    expect(blank.body.message).toBe("Veuillez entrer un numéro d'ordonnance valide");
  });

  it('reserves the prescription for one customer for 15 minutes, across payments', async () => {
    const [first, second] = [await open(), await open(customer, elsewhere(coded()))];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await open(stranger)).toMatchObject(USED);
    expect(await paymentsOf(stranger)).toEqual([]);
    server.clock.advance(15 * 60);
    expect((await open(stranger)).status).toBe(201);
    expect((await prescriptionRow(prescription.id)).reservedById).toBe(stranger.row.id);
  });

  it('is made by a late payment if the prescription is free, which otherwise is put under review', async () => {
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

  it('is one order for two payments of one customer; the second goes to review', async () => {
    const first = await openPayment(server, customer, { order: coded() });
    const second = await openPayment(server, customer, { order: elsewhere(coded()) });
    for (const { transactionId } of [second, first]) await providerDoes(server, transactionId, 'approve');
    expect((await paymentsOf(customer)).map(({ status }) => status).sort()).toEqual(['paid', 'review']);
    expect(await ordersOf(customer)).toHaveLength(1);
  });

  it('is not placed with the transaction of another prescription or of a cart', async () => {
    const other = await buildPrescription(server.db);
    const { transactionId } = await openPayment(server, customer, { order: coded() });
    const used = { status: 409, body: { message: 'Ce paiement a déjà été utilisé' } };
    for (const order of [coded(other.number), basket.order])
      expect(await place(server, customer, order, transactionId)).toMatchObject(used);
  });

  it('freezes prices for 30 days, then uses the catalogue’s (rule 2)', async () => {
    await change({ price: 2000 });
    expect((await open()).body.amount).toBe(4000);
    // A withdrawn medicine cannot be ordered at any price.
    await change({ deletedAt: server.clock.now() });
    expect((await open()).body.code).toBe('MEDICATION_UNAVAILABLE');
    await change({ deletedAt: null });
    server.clock.advance(31 * 24 * 3600);
    supervisor = await server.session(supervisor.row);
    customer = await server.session(customer.row);
    expect(await open(customer, { ...coded(), finalAmount: 4000 })).toMatchObject({
      status: 409,
      body: { code: 'AMOUNT_CHANGED', quote: { total: 700 + 6600 } },
    });
    const { transactionId, amount } = (await open(customer, { ...coded(), finalAmount: 7300 })).body;
    expect(amount).toBe(7300);
    await providerDoes(server, transactionId, 'approve');
    expect(await ordersOf(customer)).toMatchObject([{ total: 7300, medicines: 6000 }]);
  });
});

describe('an order by photograph (rule 7)', () => {
  const photograph = async (who = customer) => (await buildFile(server.db, { ownerId: who.row.id })).key;
  const photographed = (url: string) => ({ prescription: { type: 'physical', url }, ...where() });
  const send = (url: string, change: object = {}, headers = {}) =>
    server.call(customer, 'POST', '/orders', { ...photographed(url), ...change }, headers);

  it('is created unpaid for a pharmacist, with the current fee and card', async () => {
    const card = await buildInsuranceCard(server.db, { ownerId: customer.row.id, rate: 37 });
    const url = await photograph();
    const { status, body } = await send(url, { insuranceCard: card.id, finalAmount: 1 });
    expect(status).toBe(201);
    expect(body.order).toMatchObject({
      state: 'pre-treatment',
      prescription: null,
      prescriptionUrl: url,
      insuranceCard: { _id: card.id, taux: 37, url: card.fileKey, verified: false },
      deliveryFee: 700,
      totalAmount: null,
      finalAmount: 0,
      itemsCount: 0,
      transactionId: null,
      allowedActions: ['cancel'],
    });
    expect(await noticesOf(server, body.order.number, people)).toEqual([['supervisor', 'Ordonnance à lire']]);
    const [file] = await server.db.select().from(files).where(eq(files.key, url));
    expect(file?.boundAt).toEqual(server.clock.now());
    expect(await paymentsOf(customer)).toEqual([]);
  });

  it('requires a new upload of the customer’s own', async () => {
    const used = await photograph(stranger);
    expect((await server.call(stranger, 'POST', '/orders', photographed(used))).status).toBe(201);
    const card = await buildFile(server.db, { ownerId: customer.row.id, category: 'insurance' });
    for (const url of ['', ' ', 'invente', used, card.key, await photograph(stranger)]) {
      const { status, body } = await send(url);
      expect([status, body.fields]).toEqual([
        422,
        { 'prescription.url': 'Veuillez uploader votre ordonnance' },
      ]);
    }
    expect(await ordersOf(customer)).toEqual([]);
  });

  it('is the same order when sent again, with or without its key, even concurrently', async () => {
    const url = await photograph();
    const headers = { 'idempotency-key': 'photo-1' };
    const [first, again, bare] = [
      await send(url, {}, headers),
      await send(url, {}, headers),
      await send(url),
    ];
    expect([first.status, again.status, bare.status]).toEqual([201, 201, 200]);
    for (const { body } of [again, bare]) expect(body.order._id).toBe(first.body.order._id);
    const other = await photograph();
    const both = await Promise.all([send(other), send(other)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 201]);
    expect(both[0]?.body.order._id).toBe(both[1]?.body.order._id);
    expect(await ordersOf(customer)).toHaveLength(2);
  });

  it('waits with two others at most, even concurrently; a fourth is accepted once one is closed', async () => {
    const urls = await Promise.all(times(6, () => photograph()));
    const answers = await Promise.all(urls.map((url) => send(url)));
    const refused = answers.filter(({ status }) => status !== 201).map(({ status, body }) => [status, body]);
    const message =
      'Trois de vos ordonnances attendent déjà d’être lues. Vous pourrez en envoyer une autre dès que l’une d’elles sera lue.';
    expect(refused).toEqual(times(3, () => [409, { success: false, code: 'TOO_MANY_UNREAD', message }]));
    const unused = urls[answers.findIndex(({ status }) => status === 409)]!;
    const placed = answers.find(({ status }) => status === 201)!.body.order;
    expect((await send(unused)).status).toBe(409);
    expect((await setState(customer, placed._id, 'cancelled')).status).toBe(200);
    expect([(await send(unused)).status, (await send(unused)).status]).toEqual([201, 200]);
  });

  it('is one of twenty a day, whatever became of the others', async () => {
    for (let n = 0; n < 20; n += 1) {
      const { body } = await send(await photograph());
      expect((await setState(customer, body.order._id, 'cancelled')).status).toBe(200);
    }
    expect(await send(await photograph())).toMatchObject({ status: 429, body: { code: 'TOO_MANY_TRIES' } });
  });

  it('cannot be paid before a pharmacist reads it', async () => {
    const notYet = { status: 409, body: { code: 'NOT_PAYABLE_YET' } };
    expect(await payFor(customer, photographed(await photograph()))).toMatchObject(notYet);
  });
});
