import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication } from '../../builders/catalogue.ts';
import { buildFile } from '../../builders/file.ts';
import { buildInsuranceCard } from '../../builders/insurance-card.ts';
import { buildPrescription } from '../../builders/prescription.ts';
import { files } from '../../database/schema/files.ts';
import { insuranceCards } from '../../database/schema/insurance.ts';
import { orders } from '../../database/schema/orders.ts';
import { payments } from '../../database/schema/payments.ts';
import { type PrescriptionRow, prescriptions } from '../../database/schema/prescriptions.ts';
import { expectWhole } from '../../testing/invariants.ts';
import { type Basket, fillBasket, openPayment, place, providerDoes } from '../../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../../testing/test-app.ts';
import { toldAbout } from '../../testing/told.ts';

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
  await expectWhole(server.db);
  await server.close();
});
beforeEach(async () => {
  [customer, stranger] = [await server.signIn('customer'), await server.signIn('customer')];
  basket = await fillBasket(server);
});

const where = () => ({ deliveryZone: basket.zone.id, deliveryAddress: basket.order.deliveryAddress });
const ordersOf = ({ row }: Visitor) => server.db.select().from(orders).where(eq(orders.customerId, row.id));
const paymentsOf = ({ row }: Visitor) =>
  server.db.select().from(payments).where(eq(payments.customerId, row.id));

describe('by photograph (RULES 7)', () => {
  const photograph = async (who = customer) => (await buildFile(server.db, { ownerId: who.row.id })).key;
  const send = (url: string, change: object = {}, headers = {}) =>
    server.call(
      customer,
      'POST',
      '/orders',
      { prescription: { type: 'physical', url }, ...where(), ...change },
      headers,
    );

  it('makes an unpaid order that waits for a pharmacist, with the fee and the card as they are now', async () => {
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
      allowedActions: [],
    });
    expect(await toldAbout(server, body.order.number, { supervisor, customer })).toEqual([
      ['supervisor', 'Ordonnance à lire'],
    ]);
    const [file] = await server.db.select().from(files).where(eq(files.key, url));
    expect(file?.boundAt).toEqual(server.clock.now());
    expect(await paymentsOf(customer)).toEqual([]);
  });

  it('needs an own new upload of a prescription (B13, F25)', async () => {
    const used = await photograph(stranger);
    const theirs = { prescription: { type: 'physical', url: used }, ...where() };
    expect((await server.call(stranger, 'POST', '/orders', theirs)).status).toBe(201);
    const card = await buildFile(server.db, { ownerId: customer.row.id, category: 'insurance' });
    for (const url of ['', ' ', 'invente', used, card.key, await photograph(stranger)]) {
      const { status, body } = await send(url);
      const message = 'Veuillez uploader votre ordonnance';
      expect([status, body.fields]).toEqual([422, { 'prescription.url': message }]);
    }
    expect(await ordersOf(customer)).toEqual([]);
  });

  it('sent again, with its key or without, it is the order that stands; two at once, one', async () => {
    const url = await photograph();
    const headers = { 'idempotency-key': 'photo-1' };
    const [first, again] = [await send(url, {}, headers), await send(url, {}, headers)];
    expect([first.status, again.status, again.body.order._id]).toEqual([201, 201, first.body.order._id]);
    const bare = await send(url);
    expect([bare.status, bare.body.order._id]).toEqual([200, first.body.order._id]);
    const other = await photograph();
    const both = await Promise.all([send(other), send(other)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 201]);
    expect(both[0]?.body.order._id).toBe(both[1]?.body.order._id);
    expect(await ordersOf(customer)).toHaveLength(2);
  });

  it('cannot be paid before it is read', async () => {
    const order = { prescription: { type: 'physical', url: await photograph() }, ...where() };
    expect(await server.call(customer, 'POST', '/payments', { order })).toMatchObject({
      status: 409,
      body: { code: 'NOT_PAYABLE_YET' },
    });
  });
});

describe('by code (RULES 19)', () => {
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
  const rowNow = async () =>
    (await server.db.select().from(prescriptions).where(eq(prescriptions.id, prescription.id)))[0];
  const open = (who = customer, order: object = coded()) => server.call(who, 'POST', '/payments', { order });

  it('is paid at the frozen prices, then used by its order alone; prescriber and supervisors are told', async () => {
    const { transactionId, amount } = await openPayment(server, customer, {
      order: coded(prescription.number.toLowerCase()),
    });
    expect(amount).toBe(700 + 3300);
    expect(await rowNow()).toMatchObject({ reservedById: customer.row.id, usedById: null });
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
        verified: false,
      },
      prescriptionUrl: prescription.url,
    });
    expect(await rowNow()).toMatchObject({ usedById: body.order._id, reservedById: null });
    const people = { doctor, supervisor, customer };
    expect(await toldAbout(server, prescription.number, people)).toEqual([['doctor', 'Ordonnance utilisée']]);
    expect(await toldAbout(server, body.order.number, people)).toEqual([
      ['customer', 'Paiement reçu'],
      ['supervisor', 'Nouvelle commande'],
    ]);
    expect(await open(stranger)).toMatchObject({ status: 409, body: USED });
    const { prescriptions: seen } = (await server.call(doctor, 'GET', '/prescriptions/my')).body;
    expect(seen).toMatchObject([{ used: true, usedBy: null }]);
  });

  it('without a payment it is 402; unknown, partial and used codes are told apart by nobody (B17)', async () => {
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

  it('is kept a quarter of an hour for one customer, whose next payment takes the place of the last', async () => {
    const [first, second] = [await open(), await open()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await open(stranger)).toMatchObject({ status: 409, body: USED });
    expect(await paymentsOf(stranger)).toEqual([]);
    server.clock.advance(15 * 60);
    expect((await open(stranger)).status).toBe(201);
    expect((await rowNow())?.reservedById).toBe(stranger.row.id);
  });

  it('paid late, it still makes the order while the prescription is free; otherwise the money goes to refund', async () => {
    const early = await openPayment(server, customer, { order: coded() });
    server.clock.advance(20 * 60);
    const late = await openPayment(server, stranger, { order: coded() });
    // It was lost to the stranger, whose portal is open.
    await providerDoes(server, early.transactionId, 'approve');
    expect(await paymentsOf(customer)).toMatchObject([{ status: 'review', orderId: null }]);
    expect(await ordersOf(customer)).toEqual([]);
    server.clock.advance(20 * 60);
    await providerDoes(server, late.transactionId, 'approve');
    expect(await ordersOf(stranger)).toMatchObject([{ prescriptionId: prescription.id, state: 'pending' }]);
  });

  it('two payments of one customer make one order, the second money goes to refund', async () => {
    const [first, second] = [
      await openPayment(server, customer, { order: coded() }),
      await openPayment(server, customer, { order: coded() }),
    ];
    await providerDoes(server, second.transactionId, 'approve');
    await providerDoes(server, first.transactionId, 'approve');
    expect((await paymentsOf(customer)).map(({ status }) => status).sort()).toEqual(['paid', 'review']);
    expect(await ordersOf(customer)).toHaveLength(1);
  });

  it('a transaction for one code places no other, nor a cart', async () => {
    const other = await buildPrescription(server.db);
    const { transactionId } = await openPayment(server, customer, { order: coded() });
    for (const order of [coded(other.number), basket.order]) {
      expect(await place(server, customer, order, transactionId)).toMatchObject({
        status: 409,
        body: { message: 'Ce paiement a déjà été utilisé' },
      });
    }
  });

  it('prices hold 30 days whatever the catalogue does, then are the catalogue’s (RULES 2)', async () => {
    const [{ medication_id: id }] = (
      await server.pool.query('select medication_id from prescription_items where prescription_id = $1', [
        prescription.id,
      ])
    ).rows;
    const change = (set: string) => server.pool.query(`update medications set ${set} where id = $1`, [id]);
    await change('price_fcfa = 2000');
    expect((await open()).body.amount).toBe(4000);
    // Recalled, it is sold at no price.
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

describe('insurance on the quote (F4, F27, R12)', () => {
  const insured = (insuranceCard: string, change: object = {}) => ({
    ...basket.order,
    insuranceCard,
    ...change,
  });
  const open = (order: object) => server.call(customer, 'POST', '/payments', { order });

  it('reduces by the card’s rate, frozen with the payment whatever becomes of the card', async () => {
    const card = await buildInsuranceCard(server.db, { ownerId: customer.row.id, rate: 37 });
    // 700 + 3 750 × 73 / 100 = 3 437.5, rounded half up.
    const { transactionId, amount } = (await open(insured(card.id, { finalAmount: 3438 }))).body;
    expect(amount).toBe(3438);
    await server.db.update(insuranceCards).set({ rate: 80 }).where(eq(insuranceCards.id, card.id));
    await providerDoes(server, transactionId, 'approve');
    const [order] = await ordersOf(customer);
    expect(order).toMatchObject({
      total: 3438,
      reduction: 3750 + 700 + 375 - 3438,
      cardRate: 37,
      cardUrl: card.fileKey,
      cardVerified: false,
    });
    const { rows } = await server.pool.query(
      `select account, amount_fcfa::int as amount from entries e join journals j on j.id = e.journal_id
       where j.order_id = $1 order by account`,
      [order?.id],
    );
    expect(Object.fromEntries(rows.map(({ account, amount: sum }) => [account, sum]))).toEqual({
      customer: 3438,
      insurer: 1387,
      pharmacy: -3750,
      courier: -700,
      commission: -375,
    });
  });

  it('is the caller’s own card that stands, or 422', async () => {
    const foreign = await buildInsuranceCard(server.db);
    const gone = await buildInsuranceCard(server.db, { ownerId: customer.row.id });
    await server.db
      .update(insuranceCards)
      .set({ deletedAt: new Date(), fileKey: null })
      .where(eq(insuranceCards.id, gone.id));
    for (const id of [foreign.id, gone.id, '01930000-0000-7000-8000-000000000000']) {
      const { status, body } = await open(insured(id));
      expect([status, body.fields]).toEqual([
        422,
        { 'order.insuranceCard': 'Carte d’assurance introuvable' },
      ]);
    }
    expect((await open(basket.order)).body.amount).toBe(4825);
  });

  it('with INSURANCE_STRICT waits until somebody has looked at the card (RULES 35)', async () => {
    const strict = await startTestApp({ settings: { ...server.ctx.settings, insuranceStrict: true } });
    try {
      const someone = await strict.signIn('customer');
      const agent = await strict.signIn('agent');
      const card = await buildInsuranceCard(strict.db, { ownerId: someone.row.id });
      const its = await fillBasket(strict);
      const order = { ...its.order, insuranceCard: card.id };
      const waiting = { status: 409, body: { code: 'INSURANCE_UNVERIFIED' } };
      expect(await strict.call(someone, 'POST', '/payments', { order })).toMatchObject(waiting);
      expect((await strict.call(someone, 'POST', '/payments', { order: its.order })).status).toBe(201);

      const { key: url } = await buildFile(strict.db, { ownerId: someone.row.id });
      const photographed = { ...order, prescription: { type: 'physical', url } };
      const { body } = await strict.call(someone, 'POST', '/orders', photographed);
      const id = body.order._id;
      const prescription = { items: [{ medicationId: its.medication.id, quantity: 1 }] };
      await strict.call(agent, 'PUT', `/orders/${id}`, { prescription });
      expect(await strict.call(someone, 'POST', '/payments', { orderId: id })).toMatchObject(waiting);
      const checked = await strict.call(agent, 'POST', `/orders/${id}/insurance-check`, { verified: true });
      expect(checked.body.order.insuranceCard.verified).toBe(true);
      expect((await strict.call(someone, 'POST', '/payments', { orderId: id })).status).toBe(201);
      // The card is known now: the next order need not wait.
      expect((await strict.call(someone, 'POST', '/payments', { order })).status).toBe(201);
    } finally {
      await strict.close();
    }
  });
});
