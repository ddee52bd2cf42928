import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { longAgo } from '../builders/user.ts';
import { files } from '../database/schema/files.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { notifications } from '../database/schema/notifications.ts';
import { orderItems } from '../database/schema/orders.ts';
import { type PrescriptionRow, prescriptionItems, prescriptions } from '../database/schema/prescriptions.ts';
import { transact } from '../database/transaction.ts';
import { times } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { noticesOf } from '../testing/notices.ts';
import { fillBasket, openPayment, place, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { insertPrescription } from './write-queries.ts';

const NO_FILE = { url: 'Fichier requis' };
const INSTRUCTIONS = { posology: '1 comprimé matin et soir', duration: '7 jours' };

let server: TestApp;
let agent: Visitor;
let supervisor: Visitor;
let customer: Visitor;
let doctor: Visitor;
let medication: MedicationRow;
let zoneId: string;

beforeAll(async () => {
  server = await startTestApp();
  zoneId = (await buildZone(server.db, { price: 500 })).id;
});
beforeEach(async () => {
  agent = await server.signIn('agent');
  supervisor = await server.signIn('supervisor');
  customer = await server.signIn('customer');
  doctor = await server.signIn('partnerDoctor', { name: 'Aïcha Kora' });
  medication = await buildMedication(server.db, { price: 1250 });
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const upload = async (who = doctor) => (await buildFile(server.db, { ownerId: who.row.id })).key;
const line = (change: object = {}) => ({ medicationId: medication.id, quantity: 3, ...change });
const bodyOf = (change: object = {}) => ({
  type: 'numerical',
  patientName: ' Afi Kpadé ',
  patientPhone: '97 11 11 11',
  items: [line({ label: medication.label, price: 1250 })],
  ...change,
});
const write = (body: object, who = doctor, headers = {}) =>
  server.call(who, 'POST', '/prescriptions', body, headers);
/** Writes a prescription with a file of its own. */
const prescribe = async (change: object = {}, who = doctor) =>
  write(bodyOf({ url: await upload(who), ...change }), who);
const edit = (id: string | null, body: object, who = doctor) =>
  server.call(who, 'PUT', `/prescriptions/${id}`, body);
const remove = (id: string) => server.call(doctor, 'DELETE', `/prescriptions/${id}`);
const writtenBy = ({ row }: Visitor) =>
  server.db.select().from(prescriptions).where(eq(prescriptions.authorId, row.id));
const rowOf = async (id: string | null) =>
  (await server.db.select().from(prescriptions).where(eq(prescriptions.id, id!)))[0];
const fileOf = async (key: string | null) =>
  (await server.db.select().from(files).where(eq(files.key, key!)))[0];
const noticesFor = ({ row }: Visitor) =>
  server.db.select().from(notifications).where(eq(notifications.userId, row.id)).orderBy(notifications.id);
const itemsIn = async (who: Visitor, path: string) => {
  const { body } = await server.call(who, 'GET', path);
  return (body.order?.prescription ?? body.prescription).items;
};
const orderOf = (prescriptionNumber: string) => ({
  prescription: { type: 'numerical', prescriptionNumber },
  deliveryZone: zoneId,
  deliveryAddress: 'Akpakpa, portail vert',
});

it.each(['written', 'edited'] as const)(
  'a prescriber who signed up alone makes pharmacists look fifty times a day, when it is %s',
  async (how) => {
    const alone = await server.signIn('partnerDoctor', { verified: false });
    medication = await buildMedication(server.db, { price: 1250, requiresPrescription: true });
    const items = (quantity: number) => ({ items: [line({ quantity })] });
    const { body } = await prescribe(items(1), alone);
    const answers: number[] = [];
    for (let quantity = 2; quantity <= 51; quantity += 1) {
      const { status } =
        how === 'written'
          ? await prescribe(items(quantity), alone)
          : await edit(body.prescription._id, items(quantity), alone);
      answers.push(status);
    }
    expect(answers).toEqual([...Array(49).fill(how === 'written' ? 201 : 200), 429]);
    expect(await noticesFor(agent)).toHaveLength(50);
  },
);

describe('a new prescription', () => {
  it('has the server’s author, number, prices and date', async () => {
    doctor = await server.signIn('partnerDoctor', { verified: false });
    const url = await upload();
    const forged = {
      prescriptorName: 'Dr Faux',
      prescriptorPhone: '0190000000',
      createdAt: '1999-01-01T00:00:00Z',
    };
    const used = { used: true, usedBy: medication.id };
    const prescriptionNumber = 'ORD-00000042';
    const { status, body } = await write(bodyOf({ url, prescriptionNumber, ...forged, ...used }));
    expect(status).toBe(201);
    const { id: medicationId, label } = medication;
    expect(body.prescription).toEqual({
      _id: expect.any(String),
      type: 'numerical',
      prescriptionNumber: expect.stringMatching(/^ORD-\d{8}$/),
      patientName: 'Afi Kpadé',
      patientPhone: '+2290197111111',
      prescriptorName: doctor.row.name,
      prescriptorPhone: doctor.row.phone,
      // 90 days, in which it may be given (rule 54).
      items: [{ medicationId, label, form: 'tablet', quantity: 3, price: 1250, deliverBefore: '2027-02-18' }],
      url,
      used: false,
      usedBy: null,
      verified: false,
      createdAt: server.clock.now().toISOString(),
      total: 3750,
    });
    expect(body.prescription.prescriptionNumber).not.toBe(prescriptionNumber);
    expect(await writtenBy(doctor)).toMatchObject([{ clientRef: prescriptionNumber, version: 1, url }]);
  });

  it('gets another number when the first is taken', async () => {
    const { number: taken } = await buildPrescription(server.db);
    const candidates = [taken, taken, 'ORD-98765432'];
    const patient = { patientName: 'x', patientPhone: 'x' };
    const fields = {
      ...patient,
      type: 'numerical',
      authorId: doctor.row.id,
      createdAt: server.clock.now(),
    } as const;
    const items = [{ medicationId: medication.id, label: 'x', quantity: 1, price: 5 }];
    const row = await transact(server.db, (tx) =>
      insertPrescription(tx, fields, items, () => candidates.shift() ?? ''),
    );
    expect(row.number).toBe('ORD-98765432');
  });

  it('has a file when a prescriber writes it or it is physical', async () => {
    for (const [who, change] of [
      [doctor, {}],
      [doctor, { url: '' }],
      [agent, { type: 'physical' }],
    ] as const)
      expect(await write(bodyOf(change), who)).toMatchObject({ status: 422, body: { fields: NO_FILE } });
    expect((await write(bodyOf(), agent)).status).toBe(201);
  });

  it('takes no used, another user’s, insurance card’s or unknown file', async () => {
    const url = await upload();
    expect((await write(bodyOf({ url }))).status).toBe(201);
    const card = await buildFile(server.db, { ownerId: doctor.row.id, category: 'insurance' });
    const foreign = await buildFile(server.db);
    for (const wrong of [url, card.key, foreign.key, 'nulle-part', '../../etc/passwd'])
      expect(await write(bodyOf({ url: wrong })), wrong).toMatchObject({
        status: 422,
        body: { fields: NO_FILE },
      });
    expect(await writtenBy(doctor)).toHaveLength(1);
    expect((await fileOf(foreign.key))?.boundAt).toBeNull();
  });

  const empty = { items: 'Ajouter au moins un médicament' };
  it.each([
    [
      { patientName: ' ', patientPhone: '', items: [] },
      { patientName: 'Nom du patient requis', patientPhone: 'Téléphone du patient requis', ...empty },
    ],
    [{ patientPhone: '12' }, { patientPhone: 'Format de téléphone invalide' }],
    [{ items: [{ label: '', quantity: 1 }] }, empty],
    [{ items: [{ label: 'Perlimpinpin', quantity: 1 }] }, { 'items.0.label': 'Médicament inconnu' }],
  ])('is refused for %j, and its file stays free', async (change, fields) => {
    const url = await upload();
    expect(await write(bodyOf({ url, ...change }))).toMatchObject({ status: 422, body: { fields } });
    expect((await write(bodyOf({ url }))).status).toBe(201);
  });

  it('ignores a line with a price of 0, and is refused without another', async () => {
    expect((await prescribe({ items: [line({ price: 0 })] })).body.fields).toEqual(empty);
  });

  it('returns 409 for a price that differs from the catalogue’s, and for a medicine without a price', async () => {
    const quote = { medicines: 2500, total: 2500 };
    const stale = await prescribe({ items: [line({ quantity: 2, price: 1 })] });
    expect(stale).toMatchObject({ status: 409, body: { code: 'AMOUNT_CHANGED', quote } });
    const unpriced = await buildMedication(server.db, { price: 0 });
    const refused = await prescribe({ items: [{ medicationId: unpriced.id, quantity: 1 }] });
    expect(refused).toMatchObject({ status: 409, body: { code: 'MEDICATION_NOT_PRICED' } });
  });

  it('may have medicines that are not reviewed yet or that require a prescription (rules 20, 37)', async () => {
    const fresh = { reviewed: false, requiresPrescription: true, price: 700 };
    const { id: medicationId, label } = await buildMedication(server.db, fresh);
    const { status, body } = await prescribe({ items: [{ medicationId, quantity: 1 }] });
    const { prescriptionNumber, total } = body.prescription;
    expect([status, total]).toEqual([201, 700]);
    expect(await itemsIn(customer, `/prescriptions/search/${prescriptionNumber}`)).toMatchObject([{ label }]);
  });

  it('is written once for the same Idempotency-Key', async () => {
    const body = bodyOf({ url: await upload() });
    const headers = { 'idempotency-key': 'ordonnance-1' };
    const first = await write(body, doctor, headers);
    const again = await write(body, doctor, headers);
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect(await writtenBy(doctor)).toHaveLength(1);
  });
});

describe('the customer with the patient’s telephone', () => {
  it('is told that a prescription waits, once, without the number and the medicine', async () => {
    const patient = await server.signIn('customer', { phone: '+2290197556611', phoneProvenAt: longAgo });
    const patientPhone = '01 97 55 66 11';
    const body = bodyOf({ url: await upload(), patientPhone, prescriptionNumber: 'ORD-44445555' });
    await Promise.all(times(5, () => write(body)));
    const message = 'Demandez son numéro à la personne qui l’a écrite, puis commandez.';
    expect(await noticesFor(patient)).toMatchObject([
      { title: 'Une ordonnance vous attend', message, link: '/order' },
    ]);
    expect(await noticesFor(doctor)).toEqual([]);
  });

  it('is an active customer, and the response does not tell whether there is one', async () => {
    const phones = ['+2290197556621', '+2290197556622', '+2290197556623'] as const;
    const known = await server.signIn('customer', { phone: phones[0], phoneProvenAt: longAgo });
    const inactive = await server.signIn('customer', {
      phone: phones[1],
      phoneProvenAt: longAgo,
      active: false,
    });
    const pharmacy = await server.signIn('pharmacy', { phone: phones[2] });
    const responses = [];
    for (const patientPhone of [...phones, '+2290197556624']) {
      const colleague = await server.signIn('partnerDoctor', { name: 'Aïcha Kora' });
      const { status, headers, body } = await prescribe({ patientPhone }, colleague);
      const { _id, prescriptionNumber, patientPhone: _, prescriptorPhone, url, ...rest } = body.prescription;
      responses.push([status, Object.keys(headers).sort(), rest, Object.keys(body.prescription)]);
    }
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(await noticesFor(known)).toHaveLength(1);
    for (const other of [inactive, pharmacy]) expect(await noticesFor(other)).toEqual([]);
  });

  it('is not told of a refused prescription', async () => {
    const patient = await server.signIn('customer', { phone: '+2290197556631', phoneProvenAt: longAgo });
    expect((await write(bodyOf({ patientPhone: '97 55 66 31' }))).status).toBe(422);
    expect(await noticesFor(patient)).toEqual([]);
  });
});

describe('the client number of a prescription (rule 17)', () => {
  const prescriptionNumber = 'ORD-11112222';

  it('returns the existing prescription for the same content, even after an edit', async () => {
    const sent = bodyOf({ url: await upload(), prescriptionNumber });
    const first = await write(sent);
    const change = { patientName: 'Afi Kpadé-Dossou', items: [line({ quantity: 1 })] };
    const edited = await edit(first.body.prescription._id, change);
    const items = [line({ label: 'Autre écriture', price: 1100 })];
    const again = await write({ ...sent, patientName: 'Afi Kpadé', patientPhone: '+229 01 97111111', items });
    expect([first.status, edited.status, again.status]).toEqual([201, 200, 200]);
    expect(again.body).toEqual(edited.body);
  });

  it('returns 409 for other content, and is another one for a colleague', async () => {
    const sent = bodyOf({ url: await upload(), prescriptionNumber });
    expect((await write(sent)).status).toBe(201);
    const other = await buildMedication(server.db, { price: 1250 });
    const message = 'Ce numéro a déjà servi à une autre ordonnance. Renvoyez celle-ci sous un autre numéro.';
    for (const change of [
      { patientName: 'Autre' },
      { patientPhone: '97111112' },
      { url: await upload() },
      { type: 'physical' },
      { items: [line({ quantity: 4 })] },
      { items: [line(), line()] },
      { items: [line({ posology: INSTRUCTIONS.posology })] },
      { items: [line({ duration: INSTRUCTIONS.duration })] },
      { items: [line({ medicationId: other.id })] },
    ])
      expect(await write({ ...sent, ...change })).toMatchObject({
        status: 409,
        body: { code: 'CLIENT_NUMBER_REUSED', message },
      });
    expect(await writtenBy(doctor)).toHaveLength(1);
    const colleague = await server.signIn('partnerDoctor');
    expect((await write({ ...sent, url: await upload(colleague) }, colleague)).status).toBe(201);
  });

  it('compares posology and duration, trimmed, where nothing written equals an empty text', async () => {
    const url = await upload();
    const { posology } = INSTRUCTIONS;
    const statuses = [];
    for (const written of [{ posology }, { posology: ` ${posology} `, duration: ' ' }, { posology: null }])
      statuses.push((await write(bodyOf({ url, prescriptionNumber, items: [line(written)] }))).status);
    expect(statuses).toEqual([201, 200, 409]);
  });

  it('compares the file where an older row has no digest', async () => {
    const sent = bodyOf({ url: await upload(), prescriptionNumber });
    await write(sent);
    await server.db.update(prescriptions).set({ contentDigest: null });
    expect((await write(sent)).status).toBe(200);
    expect((await write({ ...sent, url: await upload() })).status).toBe(409);
  });

  it('makes one prescription of ten concurrent requests, alike or not', async () => {
    const sent = bodyOf({ url: await upload(), prescriptionNumber });
    const alike = await Promise.all(times(10, () => write(sent)));
    expect(alike.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(alike.map(({ body }) => body.prescription._id)).size).toBe(1);
    const number = 'ORD-55556666';
    const different = await Promise.all(
      times(10, (n) => prescribe({ patientName: `Afi ${n}`, prescriptionNumber: number })),
    );
    expect(different.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect(await writtenBy(doctor)).toHaveLength(2);
  });

  it('is free again once the prescription is deleted', async () => {
    const first = await prescribe({ prescriptionNumber });
    await remove(first.body.prescription._id);
    const second = await prescribe({ prescriptionNumber });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.prescription._id).not.toBe(first.body.prescription._id);
  });
});

describe('an unused prescription', () => {
  let own: PrescriptionRow;
  beforeEach(async () => {
    own = await buildPrescription(server.db, { authorId: doctor.row.id });
  });
  const items = () => [line({ price: 1250 })];
  const buy = () => openPayment(server, customer, { order: orderOf(own.number) });

  it('gets a new version at current prices by its items; name, telephone and file change in place (rule 20)', async () => {
    const url = await upload();
    server.clock.advance(60);
    const details = { patientName: 'Codjo Ahossi', patientPhone: '0196000000', url };
    const forged = { used: true, prescriptionNumber: 'ORD-66666666' };
    const { status, body } = await edit(own.id, { items: items(), ...details, ...forged });
    expect(status).toBe(200);
    expect(body.prescription).toMatchObject({
      ...details,
      prescriptionNumber: own.number,
      patientPhone: '+2290196000000',
      items: items(),
      total: 3750,
      used: false,
    });
    expect(await rowOf(own.id)).toMatchObject({ version: 2, pricedAt: server.clock.now() });
    expect((await fileOf(own.url))?.boundAt).toBeNull();
  });

  it('has the patient’s age by the month, which its author writes, changes and takes back', async () => {
    const written = await prescribe({ patientMonths: 30 });
    const { _id, patientMonths } = written.body.prescription;
    expect(patientMonths).toBe(30);
    const change = async (body: object) => (await edit(_id, body)).body.prescription.patientMonths;
    expect(await change({ patientMonths: 41 })).toBe(41);
    expect(await change({ patientName: 'Codjo Ahossi' })).toBe(41);
    expect(await change({ patientMonths: null })).toBeUndefined();
    for (const wrong of [-1, 1561, 2.5, '30'])
      expect((await prescribe({ patientMonths: wrong })).body.fields).toEqual({
        patientMonths: 'Âge invalide',
      });
  });

  it('gets no version by a name alone', async () => {
    await edit(own.id, { patientName: 'Autre nom' });
    expect(await rowOf(own.id)).toMatchObject({ version: 1, patientName: 'Autre nom' });
  });

  it('is neither edited nor deleted by a colleague, while it is being paid, or once it is used', async () => {
    expect((await edit(own.id, { items: items() }, await server.signIn('partnerDoctor'))).status).toBe(404);
    await buy();
    const used = await buildPrescription(server.db, {
      authorId: doctor.row.id,
      items: [{ medication, quantity: 1 }],
    });
    await buildOrder(server.db, { prescriptionId: used.id, items: [{ medication, quantity: 1 }] });
    for (const [id, code] of [
      [own.id, 'PRESCRIPTION_RESERVED'],
      [used.id, 'PRESCRIPTION_USED'],
    ] as const) {
      expect(await edit(id, { items: items() })).toMatchObject({ status: 409, body: { code } });
      expect(await remove(id)).toMatchObject({ status: 409, body: { code } });
      expect((await rowOf(id))?.version).toBe(1);
    }
  });

  it('is edited 15 minutes after the portal was opened', async () => {
    await buy();
    server.clock.advance(15 * 60);
    expect((await edit(own.id, { items: items() })).status).toBe(200);
  });

  it('is deleted once, softly, and then in no list and no search', async () => {
    expect([(await remove(own.id)).status, (await remove(own.id)).status]).toEqual([204, 404]);
    expect((await rowOf(own.id))?.deletedAt).toEqual(server.clock.now());
    expect((await server.call(doctor, 'GET', '/prescriptions')).body.total).toBe(0);
    expect((await server.call(customer, 'GET', `/prescriptions/search/${own.number}`)).status).toBe(404);
  });

  it('is not deleted while an order has it', async () => {
    const order = await buildOrder(server.db, { state: 'pre-treatment', items: [], agentId: agent.row.id });
    const prescription = { prescriptionNumber: own.number };
    expect((await server.call(agent, 'PUT', `/orders/${order.id}`, { prescription })).status).toBe(200);
    expect(await remove(own.id)).toMatchObject({ status: 409, body: { code: 'PRESCRIPTION_ATTACHED' } });
  });
});

describe('the prescription of an unpaid order', () => {
  /** The order has 2 × 1 000 F. */
  const buildUnpaidOrder = (writer = agent) =>
    buildOrder(server.db, {
      state: 'pre-treatment',
      customerId: customer.row.id,
      agentId: agent.row.id,
      itemsWrittenById: writer.row.id,
    });
  const items = () => [line({ quantity: 4, price: 1250 })];

  it('changes items and total of the order, notifies the customer and adds an event', async () => {
    const order = await buildUnpaidOrder();
    const { status, body } = await edit(
      order.prescriptionId,
      { items: items(), patientName: 'Autre' },
      agent,
    );
    const { total, patientName } = body.prescription;
    expect([status, total, patientName]).toEqual([200, 5000, customer.row.name]);
    const { order: seen } = (await server.call(customer, 'GET', `/orders/${order.id}`)).body;
    expect(seen).toMatchObject({ itemsCount: 1, medicinesAmount: 5000, commission: 500, totalAmount: 6000 });
    expect(seen.prescription.items).toMatchObject(items());
    const notices = await noticesOf(server, order.number, { customer });
    expect(notices).toEqual([['customer', 'Ordonnance corrigée']]);
    const { timeline } = (await server.call(agent, 'GET', `/orders/${order.id}/timeline`)).body;
    expect(timeline.at(-1)).toMatchObject({ action: 'edit-prescription', actor: { name: agent.row.name } });
  });

  it('is edited by the order’s agent or a supervisor, with items; none edits one without order', async () => {
    const { prescriptionId } = await buildUnpaidOrder(supervisor);
    const stranger = await server.signIn('agent');
    expect((await edit(prescriptionId, { items: items() }, stranger)).status).toBe(404);
    const fields = { items: 'Ajouter au moins un médicament' };
    const unchanged = await edit(prescriptionId, { patientName: 'Autre' }, agent);
    expect(unchanged).toMatchObject({ status: 422, body: { fields } });
    expect((await rowOf(prescriptionId))?.version).toBe(1);
    expect((await edit(prescriptionId, { items: items() }, supervisor)).status).toBe(200);
    const { id } = await buildPrescription(server.db);
    for (const who of [supervisor, agent]) expect((await edit(id, { items: items() }, who)).status).toBe(404);
  });

  it('returns 409 while the customer pays; a payment for the old items goes to review', async () => {
    const order = await buildUnpaidOrder();
    const { transactionId } = await openPayment(server, customer, { orderId: order.id });
    const refused = await edit(order.prescriptionId, { items: items() }, agent);
    expect(refused).toMatchObject({ status: 409, body: { code: 'PRESCRIPTION_RESERVED' } });
    server.clock.advance(15 * 60);
    // Other items with the same total.
    const same = await buildMedication(server.db, { price: 2000 });
    const change = { items: [{ medicationId: same.id, quantity: 1, price: 2000 }] };
    expect((await edit(order.prescriptionId, change, agent)).status).toBe(200);
    await providerDoes(server, transactionId, 'approve');
    const text = 'select status, review_reason from payments where transaction_id = $1';
    expect((await server.pool.query(text, [transactionId])).rows).toMatchObject([{ status: 'review' }]);
    const { order: seen } = (await server.call(customer, 'GET', `/orders/${order.id}`)).body;
    expect([seen.state, seen.finalAmount]).toEqual(['pre-treatment', 0]);
  });
});

describe('the posology and duration of an item', () => {
  const DAY = 24 * 3600;
  const unread = () =>
    buildOrder(server.db, { state: 'pre-treatment', items: [], customerId: customer.row.id });

  it('are trimmed, stored and read by the prescriber, and by a customer with the number', async () => {
    const written = { ...INSTRUCTIONS, posology: ` ${INSTRUCTIONS.posology} ` };
    const { status, body } = await prescribe({ items: [line(written)] });
    const { _id, prescriptionNumber, items } = body.prescription;
    expect([status, items]).toEqual([201, [expect.objectContaining(INSTRUCTIONS)]]);
    expect(await itemsIn(customer, `/prescriptions/search/${prescriptionNumber}`)).toEqual(items);
    const ofIt = eq(prescriptionItems.prescriptionId, _id);
    expect(await server.db.select().from(prescriptionItems).where(ofIt)).toMatchObject([INSTRUCTIONS]);
    const edited = await edit(_id, { items: [line({ duration: '10 jours' })] });
    expect(edited.body.prescription.items).toMatchObject([{ duration: '10 jours' }]);
    expect(edited.body.prescription.items[0]).not.toHaveProperty('posology');
  });

  it('are left out of the response when nothing was written, and refused when too long', async () => {
    const { body } = await prescribe({ items: [line({ posology: ' ', duration: null }), line()] });
    expect(body.prescription.items).toHaveLength(2);
    for (const item of body.prescription.items)
      expect(Object.keys(item).sort()).toEqual([
        ...['deliverBefore', 'form', 'label', 'medicationId', 'price', 'quantity'],
      ]);
    const long = await prescribe({ items: [line({ posology: 'x'.repeat(121), duration: 'x'.repeat(61) })] });
    const fields = {
      'items.0.posology': '120 caractères maximum',
      'items.0.duration': '60 caractères maximum',
    };
    expect([long.status, long.body.fields]).toEqual([422, fields]);
  });

  it('are copied into a paid order, also after 30 days, and read by all but the courier', async () => {
    const { number } = await buildPrescription(server.db, {
      items: [{ medication, quantity: 2, ...INSTRUCTIONS }],
      pricedAt: new Date(+server.clock.now() - 31 * DAY * 1000),
    });
    const order = orderOf(number);
    const { transactionId } = await openPayment(server, customer, { order });
    await providerDoes(server, transactionId, 'approve');
    const { _id, prescription } = (await place(server, customer, order, transactionId)).body.order;
    expect(prescription.items).toMatchObject([INSTRUCTIONS]);
    const pharmacy = await server.signIn('pharmacy', { isPartner: true });
    const courier = await server.signIn('deliveryPerson');
    for (const one of [{ pharmacy: pharmacy.row.id }, { deliveryPerson: courier.row.id }])
      expect((await server.call(supervisor, 'PATCH', `/orders/${_id}/assign`, one)).status).toBe(200);
    for (const who of [customer, pharmacy, supervisor])
      expect(await itemsIn(who, `/orders/${_id}`)).toMatchObject([INSTRUCTIONS]);
    const seen = await server.call(courier, 'GET', `/orders/${_id}`);
    expect(seen.status).toBe(200);
    expect(JSON.stringify(seen.body)).not.toContain(INSTRUCTIONS.posology);
  });

  it.each(['agent', 'supervisor'] as const)(
    'are written and corrected by the %s of an order',
    async (type) => {
      const writer = await server.signIn(type);
      const { id } = await unread();
      const prescription = { type: 'numerical', items: [line(INSTRUCTIONS)] };
      const written = (await server.call(writer, 'PUT', `/orders/${id}`, { prescription })).body.order
        .prescription;
      expect(written.items).toMatchObject([INSTRUCTIONS]);
      const corrected = { ...INSTRUCTIONS, duration: '5 jours' };
      expect((await edit(written._id, { items: [line(corrected)] }, writer)).status).toBe(200);
      expect(await itemsIn(customer, `/orders/${id}`)).toMatchObject([corrected]);
    },
  );

  it('stay when an existing prescription is attached, and when an unpaid order is priced anew', async () => {
    const items = [{ medication, quantity: 2, ...INSTRUCTIONS }];
    const { number: prescriptionNumber } = await buildPrescription(server.db, { items });
    const { id: orderId } = await unread();
    const path = `/orders/${orderId}`;
    const prescription = { prescriptionNumber };
    expect((await server.call(supervisor, 'PUT', path, { prescription })).status).toBe(200);
    await server.pool.query('update medications set price_fcfa = 1100 where id = $1', [medication.id]);
    server.clock.advance(31 * DAY);
    const later = await server.session(customer.row);
    expect((await server.call(later, 'POST', '/payments', { orderId })).body.code).toBe('AMOUNT_CHANGED');
    expect(await itemsIn(later, path)).toMatchObject([{ price: 1100, ...INSTRUCTIONS }]);
    server.clock.advance(-31 * DAY);
  });

  it('are not written by a customer who orders without a prescription', async () => {
    const { order } = await fillBasket(server);
    const items = order.prescription.items.map((item) => ({ ...item, ...INSTRUCTIONS }));
    const sent = { ...order, prescription: { ...order.prescription, items } };
    const { transactionId } = await openPayment(server, customer, { order: sent });
    await providerDoes(server, transactionId, 'approve');
    const { body } = await place(server, customer, sent, transactionId);
    const rows = await server.db.select().from(orderItems).where(eq(orderItems.orderId, body.order._id));
    expect(rows).toMatchObject([{ posology: null, duration: null }]);
  });
});
