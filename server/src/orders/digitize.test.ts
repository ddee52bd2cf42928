import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder, type OrderFields } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { files } from '../database/schema/files.ts';
import { type MedicationRow, medications } from '../database/schema/medications.ts';
import { type OrderRow, orderItems } from '../database/schema/orders.ts';
import type { ZoneRow } from '../database/schema/places.ts';
import type { PrescriptionRow } from '../database/schema/prescriptions.ts';
import { Refusal } from '../refusal.ts';
import { times } from '../testing/http.ts';
import { noticesOf } from '../testing/notices.ts';
import { openPayment, providerDoes, readPayment } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import { whileLocked } from '../testing/while-locked.ts';
import { writePrescription } from './digitize.ts';
import {
  assign,
  buildUnread,
  eventsOf,
  orderRow,
  payFor,
  paymentsOf,
  payOrder,
  prescriptionRow,
  readOrder,
  readTimeline,
  sentencesTo,
  server,
  startServer,
} from './orders.fixture.ts';
import { findOrderFor } from './queries.ts';

const MINUTE = 60;
const DAY = 24 * 3600;
const TREATED = { status: 409, body: { message: 'Cette commande a déjà été traitée' } };
const EMPTY = { status: 422, body: { message: 'Ajoutez au moins un médicament valide' } };

let customer: Visitor;
let agent: Visitor;
let supervisor: Visitor;
let doctor: Visitor;
let zone: ZoneRow;
/** 1 000 F. */
let medication: MedicationRow;
let order: OrderRow;

startServer({}, async () => {
  agent = await server.signIn('agent');
  supervisor = await server.signIn('supervisor');
  zone = await buildZone(server.db, { price: 500 });
});
beforeEach(async () => {
  await renewSessions();
  customer = await server.signIn('customer');
  doctor = await server.signIn('partnerDoctor', { verified: true });
  medication = await buildMedication(server.db, { price: 1000 });
  order = await unread();
});

/** Sessions end within the days that tests let pass. */
async function renewSessions() {
  [agent, supervisor] = [await server.session(agent.row), await server.session(supervisor.row)];
  if (customer !== undefined) customer = await server.session(customer.row);
}
const unread = (change: Partial<OrderFields> = {}) => buildUnread(customer, { zone, ...change });
const prescribe = (createdAt = server.clock.now()) =>
  buildPrescription(server.db, {
    authorId: doctor.row.id,
    createdAt,
    items: [{ medication, quantity: 2 }],
  });
const put = (prescription: unknown, who = agent, id = order.id) =>
  server.call(who, 'PUT', `/orders/${id}`, { prescription });
const write = (items: unknown, who = agent, id = order.id) => put({ type: 'numerical', items }, who, id);
const line = (change: object = {}) => ({
  medicationId: medication.id,
  label: medication.label,
  quantity: 3,
  price: 1000,
  ...change,
});
const changeMedicine = (fields: Partial<typeof medications.$inferInsert>) =>
  server.db.update(medications).set(fields).where(eq(medications.id, medication.id));

describe('writing the items of a prescription (rules 7, 20)', () => {
  it.each(['agent', 'supervisor'] as const)('as %s prices the order and tells the customer', async (type) => {
    const writer = { agent, supervisor }[type];
    const { status, body } = await write([line({ form: null })], writer);
    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      state: 'pre-treatment',
      itemsCount: 1,
      medicinesAmount: 3000,
      commission: 300,
      insuranceReduction: 0,
      totalAmount: 3800,
      finalAmount: 0,
      prescription: {
        type: 'numerical',
        prescriptionNumber: expect.stringMatching(/^ORD-\d{8}$/),
        prescriptorName: writer.row.name,
        items: [{ medicationId: medication.id, quantity: 3, price: 1000 }],
      },
    });
    const written = await orderRow(order.id);
    expect(written).toMatchObject({ itemsWrittenById: writer.row.id, paid: 0, paymentId: null });
    const made = { authorId: writer.row.id, patientName: customer.row.name };
    expect(await prescriptionRow(written.prescriptionId!)).toMatchObject(made);
    expect((await eventsOf(order.id)).map(({ action, actorId }) => [action, actorId])).toEqual([
      ['create', customer.row.id],
      ['write-prescription', writer.row.id],
    ]);
    expect(await noticesOf(server, order.number, { customer, supervisor })).toEqual([
      ['customer', 'Ordonnance lue'],
    ]);
    expect((await readOrder(order.id, customer)).allowedActions).toEqual(['pay', 'cancel']);
  });

  it('of a photograph makes the pharmacist’s own prescription, and applies the insurance card', async () => {
    const ownerId = customer.row.id;
    const { key } = await buildFile(server.db, { ownerId, boundAt: server.clock.now() });
    const card = await buildInsuranceCard(server.db, { ownerId, rate: 37 });
    const reader = await server.signIn('agent');
    const { id } = await unread({ prescriptionUrl: key, card });
    const { body } = await write([line({ quantity: 5 })], reader, id);
    // 500 + 5 000 × 73 / 100
    expect(body.order).toMatchObject({
      medicinesAmount: 5000,
      totalAmount: 4150,
      allowedActions: ['edit-prescription', 'check-insurance'],
    });
    const { prescriptions } = (await server.call(reader, 'GET', '/prescriptions/my')).body;
    const patientName = customer.row.name;
    expect(prescriptions).toMatchObject([
      { type: 'physical', url: key, used: false, patientName, verified: true },
    ]);
  });

  it('a second time returns 409, even to the same user', async () => {
    await write([line()]);
    for (const visitor of [supervisor, agent])
      expect(await write([line({ quantity: 1 })], visitor)).toMatchObject(TREATED);
    expect((await orderRow(order.id)).medicines).toBe(3000);
    const paid = await buildOrder(server.db, { customerId: customer.row.id });
    expect((await write([line()], supervisor, paid.id)).status).toBe(409);
  });

  it('by ten at once is done by one', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await unread();
      const responses = await Promise.all(
        times(10, (n) => write([line({ quantity: n + 1 })], n % 2 === 0 ? agent : supervisor, id)),
      );
      const [winner, ...losers] = responses.toSorted((a, b) => a.status - b.status);
      expect(winner!.status).toBe(200);
      for (const loser of losers) expect(loser).toMatchObject(TREATED);
      const items = await server.db.select().from(orderItems).where(eq(orderItems.orderId, id));
      expect(items).toMatchObject([{ quantity: winner!.body.order.prescription.items[0].quantity }]);
    }
  });

  it('accepts medicines that are not reviewed yet or that require a prescription', async () => {
    const unreviewed = { reviewed: false, requiresPrescription: true, price: 100 };
    const { label } = await buildMedication(server.db, unreviewed);
    expect((await write([{ label, quantity: 1, price: 100 }])).status).toBe(200);
  });

  it('drops lines without label, quantity or price', async () => {
    const empty = [line({ quantity: 0 }), line({ price: 0 }), { label: ' ', quantity: 1 }, null, 'x', {}];
    const { body } = await write([...empty, line(), { quantity: 2, price: 5 }]);
    expect(body.order.prescription.items).toHaveLength(1);
  });

  it.each([[[]], [[{ label: '', quantity: 1 }]], [null], ['x'], [undefined]])('%j: 422', async (items) => {
    expect(await write(items)).toMatchObject(EMPTY);
  });

  it('returns 422 without a prescription, even with a transaction', async () => {
    for (const body of [{}, { transactionId: 'TX-1', state: 'pending', finalAmount: 1 }])
      expect(await server.call(agent, 'PUT', `/orders/${order.id}`, body)).toMatchObject(EMPTY);
    expect(await orderRow(order.id)).toEqual(order);
  });

  it('takes null for what pays an order', async () => {
    const prescription = { type: 'numerical', items: [line({ label: null })] };
    const body = { transactionId: null, state: null, finalAmount: null, prescription };
    expect((await server.call(supervisor, 'PUT', `/orders/${order.id}`, body)).status).toBe(200);
  });

  it('returns 409 with the amounts for a price that differs from the catalogue’s', async () => {
    const { status, body } = await write([line({ price: 1 })]);
    const message = 'Le montant a changé : 3 800 F. Veuillez vérifier puis confirmer.';
    expect([status, body]).toMatchObject([409, { code: 'AMOUNT_CHANGED', message, quote: { total: 3800 } }]);
    expect(await orderRow(order.id)).toEqual(order);
  });

  it('returns 422 on the line of an unknown medicine', async () => {
    const { status, body } = await write([line(), { label: 'Inconnu', quantity: 1 }]);
    expect([status, body.fields]).toEqual([422, { 'prescription.items.1.label': 'Médicament inconnu' }]);
  });

  it('is for agents on unassigned orders and their own; 404 on another agent’s, 402 to the customer', async () => {
    const colleague = await server.signIn('agent');
    const { id } = await unread({ agentId: colleague.row.id });
    expect((await write([line()], agent, id)).status).toBe(404);
    expect((await write([line()], colleague, id)).status).toBe(200);
    expect((await write([line()], customer)).status).toBe(402);
    expect(await orderRow(order.id)).toEqual(order);
  });

  it('returns 404 when the order was assigned to another agent meanwhile', async () => {
    const assignee = await server.signIn('agent');
    const { id: _id, type, name, phone } = agent.row;
    const ctx = { ...server.ctx, actor: { _id, type, name, phone } };
    const view = await findOrderFor(server.db, ctx.actor, order.id);
    expect((await assign(supervisor, order.id, { agent: assignee.row.id })).status).toBe(200);
    const items = [{ medicationId: medication.id, quantity: 1 }];
    const writing = writePrescription(ctx, view!, { type: 'numerical', items });
    await expect(writing).rejects.toThrow(new Refusal('NOT_FOUND'));
    const unwritten = { itemsCount: 0, allowedActions: ['write-prescription'] };
    expect(await readOrder(order.id, assignee)).toMatchObject(unwritten);
  });

  it('prices without the insurance card when it was taken off meanwhile', async () => {
    const ownerId = customer.row.id;
    const { key } = await buildFile(server.db, { ownerId, boundAt: server.clock.now() });
    const card = await buildInsuranceCard(server.db, { ownerId, rate: 80 });
    const { id } = await unread({ prescriptionUrl: key, card });
    const text =
      'update orders set card_id = null, card_rate = null, card_label = null, card_url = null where id = $1';
    const { status, body } = await whileLocked(server.pool, {
      first: { text, values: [id] },
      second: () => write([line({ quantity: 100 })], agent, id),
    });
    // 500 + 100 000 × 110 / 100; with the card it would be 30 500.
    expect([status, body.order?.totalAmount]).toEqual([200, 110_500]);
  });
});

describe('attaching an existing prescription', () => {
  const refused = { status: 409, body: { code: 'PRESCRIPTION_USED' } };
  let prescription: PrescriptionRow;
  beforeEach(async () => {
    prescription = await prescribe();
    const ownerId = customer.row.id;
    const { key } = await buildFile(server.db, { ownerId, boundAt: server.clock.now() });
    const card = await buildInsuranceCard(server.db, { ownerId, rate: 37 });
    // 500 + 2 000 × 73 / 100 = 1 960, and 2 690 at 1 500 F.
    order = await unread({ prescriptionUrl: key, card });
  });
  const attach = (id = order.id, _id = prescription.id) => put({ _id }, agent, id);
  const draft = (number = prescription.number) => ({
    prescription: { type: 'numerical', prescriptionNumber: number },
    deliveryZone: zone.id,
    deliveryAddress: 'Portail vert',
  });
  const current = () => prescriptionRow(prescription.id);

  it.each([
    ['its number', () => ({ prescriptionNumber: prescription.number })],
    ['its id', () => ({ _id: prescription.id })],
    ['its bare id', () => prescription.id],
  ])('by %s copies its items and prices, and uses it once the order is paid', async (_name, sent) => {
    const { status, body } = await put(sent());
    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      state: 'pre-treatment',
      prescription: { _id: prescription.id, prescriptorName: doctor.row.name },
      medicinesAmount: 2000,
      totalAmount: 1960,
    });
    expect((await current()).usedById).toBeNull();
    const { transactionId } = await openPayment(server, customer, { orderId: order.id });
    await providerDoes(server, transactionId, 'approve');
    expect((await current()).usedById).toBe(order.id);
    expect(await sentencesTo(doctor, prescription.number)).toEqual([
      `Ordonnance utilisée : Votre ordonnance ${prescription.number} a été commandée.`,
    ]);
  });

  it('by its number is refused when it was edited meanwhile', async () => {
    const { status, body } = await whileLocked(server.pool, {
      first: {
        text: 'update prescriptions set version = version + 1 where id = $1',
        values: [prescription.id],
      },
      second: () => put({ prescriptionNumber: prescription.number }),
    });
    expect([status, body.code]).toEqual([409, 'PRESCRIPTION_RESERVED']);
  });

  it('returns the same 409 when it is unknown, used, attached elsewhere or reserved by another customer', async () => {
    const items = [{ medication: await buildMedication(server.db), quantity: 1 }];
    const used = await buildPrescription(server.db, { items });
    await buildOrder(server.db, { prescriptionId: used.id, items });
    expect((await attach((await unread()).id)).status).toBe(200);
    const unknown = [{ prescriptionNumber: 'ORD-00000002' }, { _id: order.id }];
    const taken = [{ _id: used.id }, { prescriptionNumber: used.number }, { _id: prescription.id }];
    for (const sent of [...unknown, ...taken]) expect(await put(sent)).toMatchObject(refused);
    const reserved = await buildPrescription(server.db);
    await openPayment(server, await server.signIn('customer'), { order: draft(reserved.number) });
    expect(await attach(order.id, reserved.id)).toMatchObject(refused);
    server.clock.advance(15 * MINUTE);
    expect((await attach(order.id, reserved.id)).status).toBe(200);
  });

  it('puts the payment of a customer who pays for it late under review once, without a server error', async () => {
    const { transactionId } = await openPayment(server, customer, { order: draft() });
    server.clock.advance(16 * MINUTE);
    expect((await attach()).status).toBe(200);
    await providerDoes(server, transactionId, 'silent');
    expect((await readPayment(server, customer, transactionId)).status).toBe('review');
    await providerDoes(server, transactionId, 'approve');
    const { status } = await server.call(customer, 'POST', '/orders', { ...draft(), transactionId });
    expect(status).toBe(402);
    expect(await paymentsOf(customer)).toMatchObject([{ status: 'review', orderId: null }]);
  });

  it('cannot happen while a portal may be open, even for an order of the same customer', async () => {
    await openPayment(server, customer, { order: draft() });
    expect(await attach()).toMatchObject(refused);
    server.clock.advance(15 * MINUTE);
    expect((await attach()).status).toBe(200);
  });

  it('at the same time as a payment opens is done, or the payment is', async () => {
    const responses = await Promise.all([payFor(customer, draft()), attach()]);
    expect(responses.map(({ status }) => status < 300).sort()).toEqual([false, true]);
    expect(await paymentsOf(customer)).toHaveLength(responses[0]?.status === 201 ? 1 : 0);
  });

  it('is possible for another customer when a portal fails to open, unless one of the same customer is open', async () => {
    const { openPortal } = server.ctx.payments;
    const failToOpen = async () => {
      server.ctx.payments.openPortal = () => Promise.reject(new Error('the provider is unreachable'));
      const failed = { status: 503, body: { code: 'PAYMENT_SERVICE_ERROR' } };
      expect(await payFor(customer, draft())).toMatchObject(failed);
      server.ctx.payments.openPortal = openPortal;
    };
    await failToOpen();
    expect(await current()).toMatchObject({ reservedById: null, reservedUntil: null });
    await openPayment(server, await server.signIn('customer'), { order: draft() });

    prescription = await prescribe();
    await openPayment(server, customer, { order: { ...draft(), deliveryAddress: 'Portail bleu' } });
    await failToOpen();
    expect((await current()).reservedById).toBe(customer.row.id);
  });

  describe('whose prices expire after 30 days (rule 2)', () => {
    const afterDays = async (days: number, minutes = 0) => {
      server.clock.advance(days * DAY + minutes * MINUTE);
      await renewSessions();
    };

    it('refuses the payment once with the new total, which is in the timeline, then takes it', async () => {
      await attach();
      await changeMedicine({ price: 1500 });
      await afterDays(31);
      const changed = { status: 409, body: { code: 'AMOUNT_CHANGED', quote: { total: 2690 } } };
      expect(await payOrder(customer, order.id)).toMatchObject(changed);
      const repriced = { action: 'price-anew', from: '1960', to: '2690' };
      expect((await readTimeline(order.id, customer)).at(-1)).toMatchObject(repriced);
      const { transactionId, amount } = (await payOrder(customer, order.id)).body;
      expect(amount).toBe(2690);
      await providerDoes(server, transactionId, 'approve');
      const paid = { state: 'pending', finalAmount: 2690, medicinesAmount: 3000 };
      expect(await readOrder(order.id, customer)).toMatchObject(paid);
    });

    it('freezes the same prices for another 30 days', async () => {
      await attach();
      await afterDays(31);
      expect((await payOrder(customer, order.id)).body.amount).toBe(1960);
      expect((await current()).pricedAt).toEqual(server.clock.now());
    });

    it('returns 409 when a medicine is deleted or has no price', async () => {
      await attach();
      await afterDays(31);
      await changeMedicine({ price: 0 });
      expect((await payOrder(customer, order.id)).body.code).toBe('MEDICATION_NOT_PRICED');
      await changeMedicine({ price: 1000, deletedAt: server.clock.now() });
      expect((await payOrder(customer, order.id)).body.code).toBe('MEDICATION_UNAVAILABLE');
    });

    it('does not change them while a portal is open that was opened before', async () => {
      await attach();
      await changeMedicine({ price: 1500 });
      await afterDays(30, -5);
      const { transactionId, amount } = await openPayment(server, customer, { orderId: order.id });
      expect(amount).toBe(1960);
      server.clock.advance(10 * MINUTE);
      expect((await payOrder(customer, order.id)).body.amount).toBe(1960);
      await providerDoes(server, transactionId, 'approve');
      const paid = { state: 'pending', finalAmount: 1960 };
      expect(await readOrder(order.id, customer)).toMatchObject(paid);
    });

    it('replaces them when it is attached late, and freezes them at the prices of the order', async () => {
      await afterDays(31);
      await changeMedicine({ price: 1500 });
      expect((await attach()).body.order.totalAmount).toBe(2690);
      expect(await current()).toMatchObject({ version: 2, pricedAt: server.clock.now() });
      await changeMedicine({ price: 2000 });
      expect((await payOrder(customer, order.id)).body.amount).toBe(2690);
    });
  });
});

describe('a photograph that cannot be read', () => {
  const upload = async (owner = customer, boundAt: Date | null = null) =>
    (await buildFile(server.db, { ownerId: owner.row.id, boundAt })).key;
  const photographed = async (change: Partial<OrderFields> = {}) =>
    unread({ prescriptionUrl: await upload(customer, server.clock.now()), ...change });
  const refuse = ({ id }: OrderRow, reason = 'blurred', by = agent) =>
    server.call(by, 'POST', `/orders/${id}/photo-problem`, { reason });
  const replace = ({ id }: OrderRow, url: string, by = customer) =>
    server.call(by, 'PUT', `/orders/${id}/photo`, { url });
  const idsOf = async (who: Visitor, query: string): Promise<string[]> => {
    const { orders } = (await server.call(who, 'GET', `/orders?${query}&limit=200`)).body;
    return orders.map(({ _id }: { _id: string }) => _id);
  };

  it('is asked for again from the customer, and the order leaves what is to be read', async () => {
    const photograph = await photographed();
    const next = await photographed({ createdAt: new Date('2026-11-20T09:59:00Z') });
    const blurred = { status: 200, body: { order: { photoProblem: 'blurred' } } };
    expect(await refuse(photograph)).toMatchObject(blurred);
    expect(await sentencesTo(customer, photograph.number)).toEqual([
      `Photo à refaire : Photo floue : envoyez une autre photo de l’ordonnance de ${photograph.number}.`,
    ]);
    const asked = { photoProblem: 'blurred', allowedActions: ['replace-photo', 'cancel'] };
    expect(await readOrder(photograph.id, customer)).toMatchObject(asked);
    const ids = await idsOf(agent, 'state=pre-treatment&sort=oldest');
    expect(ids.indexOf(next.id)).toBeLessThan(ids.indexOf(photograph.id));
    expect(await idsOf(supervisor, 'todo=true')).not.toContain(photograph.id);
  });

  it('is replaced by another: the order is to be read again, and the earlier file is released', async () => {
    const photograph = await photographed({ agentId: agent.row.id });
    await refuse(photograph, 'cut');
    const url = await upload();
    const replaced = { prescriptionUrl: url, photoProblem: null, allowedActions: ['cancel'] };
    for (const _ of [1, 2])
      expect(await replace(photograph, url)).toMatchObject({ status: 200, body: { order: replaced } });
    expect(await sentencesTo(agent, photograph.number)).toEqual([
      `Ordonnance à lire : ${photograph.number} a une nouvelle photo.`,
    ]);
    const [earlier] = await server.db.select().from(files).where(eq(files.key, photograph.prescriptionUrl!));
    expect(earlier?.boundAt).toBeNull();
    expect((await readTimeline(photograph.id, agent)).slice(-2)).toMatchObject([
      { action: 'refuse-photo', to: 'cut' },
      { action: 'replace-photo', to: null },
    ]);
  });

  it('needs no replacement once it is read all the same', async () => {
    const photograph = await photographed();
    await refuse(photograph);
    await write([line()], agent, photograph.id);
    const read = { photoProblem: null, allowedActions: ['pay', 'cancel'] };
    expect(await readOrder(photograph.id, customer)).toMatchObject(read);
    const notAsked = { status: 409, body: { code: 'PHOTO_NOT_ASKED' } };
    expect(await replace(photograph, await upload())).toMatchObject(notAsked);
    expect(await refuse(photograph)).toMatchObject({ status: 409, body: { code: 'ALREADY_TREATED' } });
  });

  it('is refused once by two pharmacists at once', async () => {
    const photograph = await photographed();
    const answers = await Promise.all([refuse(photograph), refuse(photograph, 'dark', supervisor)]);
    const [done, late] = answers.toSorted((a, b) => a.status - b.status);
    expect([done!.status, late!.status, late!.body.code]).toEqual([200, 409, 'PHOTO_REFUSED']);
    expect(await sentencesTo(customer, photograph.number)).toHaveLength(1);
  });

  it('is replaced by a new upload of its customer only', async () => {
    const photograph = await photographed();
    const other = await server.signIn('customer');
    await refuse(photograph);
    const fields = { url: 'Veuillez uploader votre ordonnance' };
    for (const url of ['', 'invented', await upload(customer, server.clock.now()), await upload(other)])
      expect(await replace(photograph, url), url).toMatchObject({ status: 422, body: { fields } });
    expect((await replace(photograph, await upload(other), other)).status).toBe(404);
  });
});
