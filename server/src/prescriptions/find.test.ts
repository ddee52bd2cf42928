import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildOrder, type OrderFields } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { longAgo } from '../builders/user.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import type { PrescriptionRow } from '../database/schema/prescriptions.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { elsewhere, openPayment, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const NONE = { success: false, code: 'NO_PRESCRIPTION', message: 'Aucune ordonnance trouvée' };
const TOO_MANY = {
  success: false,
  code: 'TOO_MANY_TRIES',
  message: 'Trop de tentatives. Veuillez réessayer dans quelques minutes.',
};

let server: TestApp;
let customer: Visitor;
let doctor: Visitor;
let items: { medication: MedicationRow; quantity: number }[];
let prescription: PrescriptionRow;
let zone: string;

beforeAll(async () => {
  server = await startTestApp();
  zone = (await buildZone(server.db, { price: 700 })).id;
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  customer = await server.signIn('customer', { phoneProvenAt: longAgo });
  doctor = await server.signIn('partnerDoctor');
  items = [{ medication: await buildMedication(server.db), quantity: 2 }];
  prescription = await buildPrescription(server.db, { authorId: doctor.row.id, items });
});

const search = (number: string, who = customer) =>
  server.call(who, 'GET', `/prescriptions/search/${encodeURIComponent(number)}`);
const orderOf = (prescriptionNumber: string) => ({
  prescription: { type: 'numerical', prescriptionNumber },
  deliveryZone: zone,
  deliveryAddress: 'Carré 1204, portail vert',
});
const pay = (order: object) => server.call(customer, 'POST', '/payments', { order });
const idsOf = (rows: { _id: string }[]) => rows.map(({ _id }) => _id);

// First: it deletes all prescriptions, which no order may have.
describe('GET /prescriptions?q= of a supervisor', () => {
  let supervisor: Visitor;
  beforeEach(async () => {
    supervisor = await server.signIn('supervisor');
    await server.pool.query('delete from prescription_items; delete from prescriptions');
  });

  const build = (patientName: string, given: Parameters<typeof buildPrescription>[1] = {}) =>
    buildPrescription(server.db, { patientName, authorId: doctor.row.id, items, ...given });
  const rename = (id: string, name: string) =>
    server.pool.query('update prescriptions set patient_name = $2 where id = $1', [id, name]);
  async function find(query: string): Promise<{ names: string[]; total: number }> {
    const { body } = await server.call(supervisor, 'GET', `/prescriptions?${query}`);
    const found: { patientName: string }[] = body.prescriptions;
    return { names: found.map(({ patientName }) => patientName), total: body.total };
  }
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 8, minute));

  it('lists those of all homonyms, most recent first, page by page', async () => {
    await build('Afi Kpadé', { createdAt: at(1) });
    await build('Codjo Afi', { createdAt: at(2) });
    await build('AFI Dossou', { createdAt: at(3) });
    await build('Bio Orou', { createdAt: at(4) });
    expect(await find('q=afi')).toEqual({ names: ['AFI Dossou', 'Codjo Afi', 'Afi Kpadé'], total: 3 });
    expect(await find('q=afi&limit=2&page=2')).toEqual({ names: ['Afi Kpadé'], total: 3 });
    expect(await find('q=kpade afi')).toEqual({ names: ['Afi Kpadé'], total: 1 });
    expect(await find('q=personne')).toEqual({ names: [], total: 0 });
  });

  it('finds names with an apostrophe with and without it', async () => {
    await build('N’Dah Afi');
    await build("N'Dah Afi");
    for (const q of ['ndah', 'n’dah', "afi N'DAH"])
      expect((await find(`q=${encodeURIComponent(q)}`)).total).toBe(2);
    for (const q of ["'", '’ ´']) expect((await find(`q=${encodeURIComponent(q)}`)).total).toBe(0);
  });

  it('finds the letters of Fon by those that people type, and names copied with invisible signs', async () => {
    await build('\u0189\u0254\u0300s\u00f9 Afi');
    for (const q of ['dosu', '\u0256\u0254su', 'do\u200bsu', 'AFI d\u00adosu'])
      expect((await find(`q=${encodeURIComponent(q)}`)).total).toBe(1);
  });

  it('finds a patient who is renamed by the new name alone', async () => {
    await rename((await build('Afi Kpadé')).id, 'Codjo Dossou');
    expect(await find('q=kpade')).toEqual({ names: [], total: 0 });
    expect(await find('q=dossou')).toEqual({ names: ['Codjo Dossou'], total: 1 });
  });

  it('takes % and _ as they are', async () => {
    await build('Afi Kpadé');
    for (const q of ['%', '_', 'a_i', '\\']) expect((await find(`q=${encodeURIComponent(q)}`)).total).toBe(0);
  });

  it('leaves out deleted ones, and those that are used or not', async () => {
    await build('Afi Kpadé', { deletedAt: at(5) });
    await build('Afi Dossou');
    expect(await find('q=afi')).toEqual({ names: ['Afi Dossou'], total: 1 });
    expect(await find('q=afi&used=false')).toEqual({ names: ['Afi Dossou'], total: 1 });
    expect(await find('q=afi&used=true')).toEqual({ names: [], total: 0 });
  });

  it.each(['97556677', '01 97 55 66 77', '+229 01 97.55.66.77', '00229-97-55-66-77'])(
    'finds the telephone of a patient: %s',
    async (q) => {
      await build('Afi Kpadé', { patientPhone: '+2290197556677' });
      await build('Afi Dossou');
      expect(await find(`q=${encodeURIComponent(q)}`)).toEqual({ names: ['Afi Kpadé'], total: 1 });
    },
  );

  it('finds letters and digits in names and in numbers', async () => {
    await build('Afi 2', { number: 'ORD-11111111' });
    await build('Rodolphe', { number: 'ORD-11111112' });
    expect((await find('q=ORD-1')).total).toBe(2);
    expect((await find('q=rd-1')).total).toBe(2);
    expect(await find('q=2')).toEqual({ names: ['Rodolphe', 'Afi 2'], total: 2 });
    expect(await find('q=rodo')).toEqual({ names: ['Rodolphe'], total: 1 });
  });
});

// Before the others: any agent may process an unpaid order of the tests below.
describe('GET /prescriptions and /prescriptions/my', () => {
  const write = async (patientName: string, patientPhone = '97 11 11 11', who = doctor) => {
    const { key: url } = await buildFile(server.db, { ownerId: who.row.id });
    const lines = items.map(({ medication: { id }, quantity }) => ({ medicationId: id, quantity }));
    const body = { type: 'numerical', patientName, patientPhone, items: lines, url };
    return (await server.call(who, 'POST', '/prescriptions', body)).body.prescription;
  };
  const list = async (query: string, who = doctor) =>
    (await server.call(who, 'GET', `/prescriptions${query}`)).body;

  it('filter by name, number and use, and count all prescriptions of the author', async () => {
    doctor = await server.signIn('partnerDoctor');
    await write('Élodie Zinsou');
    await write('Afi Kpadé');
    const last = await write('Codjo %_ Afi');
    const names = async (query: string) =>
      (await list(query)).prescriptions.map(({ patientName }: { patientName: string }) => patientName);
    expect(await names('')).toEqual(['Codjo %_ Afi', 'Afi Kpadé', 'Élodie Zinsou']);
    expect(await names('?q=elodie')).toEqual(['Élodie Zinsou']);
    expect(await names('?q=AFI')).toEqual(['Codjo %_ Afi', 'Afi Kpadé']);
    expect(await names('?q=%25')).toEqual(['Codjo %_ Afi']);
    expect(await names(`?q=${last.prescriptionNumber.slice(4)}`)).toEqual(['Codjo %_ Afi']);
    const counts = { used: 0, pending: 3 };
    expect(await list('?used=true')).toMatchObject({ prescriptions: [], total: 0, counts });
    const prescriptions = [{ patientName: 'Élodie Zinsou' }];
    expect(await list('/my?used=false&limit=2&page=2')).toMatchObject({ prescriptions, total: 3 });
  });

  it('filter by the whole telephone of the patient, in any writing, among those of the prescriber', async () => {
    const own = await write('Afi Kpadé', '97 22 33 44');
    await write('Codjo Ahouansou', '97 22 33 45');
    await write('Afi Kpadé-Dossou', '97 22 33 44', await server.signIn('partnerDoctor'));
    for (const path of ['', '/my'])
      for (const q of ['97223344', '01 97 22 33 44', '+229 01 97.22.33.44', '00229-97-22-33-44']) {
        const { total, prescriptions } = await list(`${path}?q=${encodeURIComponent(q)}`);
        expect([total, idsOf(prescriptions)]).toEqual([1, [own._id]]);
      }
    expect((await list('?q=9722334')).total).toBe(0);
  });

  it('find nothing by telephone for an agent, who does not see every patient’s', async () => {
    const agent = await server.signIn('agent');
    const patientPhone = '+2290197556677';
    const { id: prescriptionId } = await buildPrescription(server.db, { items, patientPhone });
    await buildOrder(server.db, { state: 'ended', items, prescriptionId, itemsWrittenById: agent.row.id });
    const find = async (who: Visitor, q: string) => (await list(`?q=${q}`, who)).total;
    expect([await find(agent, ''), await find(agent, '97556677')]).toEqual([1, 0]);
    expect(await find(await server.signIn('supervisor'), '97556677')).toBe(1);
  });

  it('show an agent, once each, those they wrote, entered for an order, or may still process', async () => {
    const agent = await server.signIn('agent');
    const other = (await server.signIn('agent')).row.id;
    const mine = agent.row.id;
    const ofOrder = async (
      state: OrderFields['state'],
      itemsWrittenById: string | null,
      agentId: string | null,
    ) => {
      const { id: prescriptionId } = await buildPrescription(server.db, { items });
      await buildOrder(server.db, { state, items, prescriptionId, itemsWrittenById, agentId });
      return prescriptionId;
    };
    const own = await buildPrescription(server.db, { authorId: mine, items });
    const ended = await ofOrder('ended', mine, null);
    const all = [
      own.id,
      ended,
      await ofOrder('pre-treatment', mine, mine),
      await ofOrder('pre-treatment', other, mine),
      await ofOrder('pre-treatment', other, null),
    ];
    await ofOrder('ended', other, mine);
    await ofOrder('ended', null, mine);
    await buildPrescription(server.db, { authorId: mine, items, deletedAt: server.clock.now() });
    const counts = { used: 1, pending: 4 };
    for (const [query, ids] of [
      ['', all],
      ['?q=afi', all],
      ['?used=true', [ended]],
    ] as const) {
      const found = await list(query, agent);
      expect(found).toMatchObject({ total: ids.length, counts });
      expect(idsOf(found.prescriptions).sort()).toEqual(ids.toSorted());
    }
    expect((await list('?limit=1&page=5', agent)).prescriptions).toHaveLength(1);
    expect((await list('?limit=1&page=6', agent)).prescriptions).toHaveLength(0);
  });

  it('hide the telephone from an agent who wrote the items of another’s order, cancelled or not', async () => {
    const agent = await server.signIn('agent');
    const other = await server.signIn('agent');
    const seen = async (id: string | null) =>
      (await list('?limit=200', agent)).prescriptions.find(({ _id }: { _id: string }) => _id === id);
    for (const state of ['pre-treatment', 'cancelled'] as const) {
      const build = async ({ row }: Visitor) =>
        (await buildOrder(server.db, { state, agentId: row.id, itemsWrittenById: agent.row.id }))
          .prescriptionId;
      expect(await seen(await build(other))).not.toHaveProperty('patientPhone');
      expect(await seen(await build(agent))).toHaveProperty('patientPhone');
    }
    const { id } = await buildPrescription(server.db, { authorId: agent.row.id });
    expect(await seen(id)).toHaveProperty('patientPhone');
  });
});

describe('GET /prescriptions/search/{number} (rule 18)', () => {
  it('accepts the whole number, ignoring case, prefix, spaces and dashes', async () => {
    const { number } = prescription;
    const digits = number.slice(4);
    for (const typed of [number, digits, `ord ${digits}`, ` Ord-${digits.slice(0, 4)} ${digits.slice(4)}`]) {
      const { body } = await search(typed);
      expect(body.prescription?.prescriptionNumber, typed).toBe(number);
    }
  });

  it('masks the patient’s name and omits telephone and file for another customer', async () => {
    const unverified = await server.signIn('partnerDoctor', { verified: false });
    const { id, number, createdAt } = await buildPrescription(server.db, { authorId: unverified.row.id });
    const { body } = await search(number);
    expect(body.prescription).toEqual({
      _id: id,
      type: 'numerical',
      prescriptionNumber: number,
      patientName: 'A*** K***',
      prescriptorName: unverified.row.name,
      items: [expect.objectContaining({ quantity: 2, price: 1000 })],
      url: null,
      used: false,
      usedBy: null,
      verified: false,
      createdAt: createdAt.toISOString(),
      total: 2000,
    });
  });

  it('returns name and telephone to the patient', async () => {
    const patientPhone = customer.row.phone ?? '';
    const { number } = await buildPrescription(server.db, { patientPhone });
    const patient = { patientName: 'Afi Kpadé', patientPhone, verified: true, url: null };
    expect((await search(number)).body.prescription).toMatchObject(patient);
  });

  it('returns the same 404 for unknown, partial, used, attached, deleted and other prescribers’ numbers', async () => {
    const used = await buildPrescription(server.db, { items });
    await buildOrder(server.db, { prescriptionId: used.id, items });
    const attached = await buildPrescription(server.db, { items });
    await buildOrder(server.db, { state: 'pre-treatment', prescriptionId: attached.id, items });
    const deleted = await buildPrescription(server.db, { deletedAt: new Date('2026-11-20T09:00:00Z') });
    const wrong = ['ORD-00000000', 'ORD-1', 'x', '%', '_'.repeat(8)];
    for (const number of [used.number, attached.number, deleted.number, ...wrong])
      expect(await search(number), number).toMatchObject({ status: 404, body: NONE });
    expect((await search(prescription.number, doctor)).status).toBe(200);
    const colleague = await server.signIn('partnerDoctor');
    expect(await search(prescription.number, colleague)).toMatchObject({ status: 404, body: NONE });
  });

  it('marks medicines that are no longer sold, which its total does not count', async () => {
    const sold = await buildMedication(server.db);
    const gone = await buildMedication(server.db, { price: 700 });
    const lines = [sold, gone].map((medication) => ({ medication, quantity: 1 }));
    const { number } = await buildPrescription(server.db, { items: lines });
    await server.pool.query('update medications set deleted_at = now() where id = $1', [gone.id]);
    const { body } = await search(number);
    expect(body.prescription).toMatchObject({
      total: 1000,
      items: [
        { medicationId: sold.id, price: 1000 },
        { medicationId: gone.id, price: 0, review: 'unavailable' },
      ],
    });
    expect(body.prescription.items[0].review).toBeUndefined();
  });

  it('returns current prices once the frozen ones have expired', async () => {
    const month = 31 * 24 * 3600;
    const text = 'update prescription_items set price_fcfa = 900 where prescription_id = $1';
    await server.pool.query(text, [prescription.id]);
    expect((await search(prescription.number)).body.prescription.total).toBe(1800);
    server.clock.advance(month);
    const later = await server.session(customer.row);
    expect((await search(prescription.number, later)).body.prescription.total).toBe(2000);
    server.clock.advance(-month);
  });
});

describe('guessing numbers (rule 18)', () => {
  const wrong = (n: number) => `ORD-${10_000_000 + n}`;

  it('returns 429 after ten misses in an hour, even for an existing number and when ordering', async () => {
    for (let n = 0; n < 10; n += 1) expect((await search(wrong(n))).status).toBe(404);
    const refused = await search(prescription.number);
    expect(refused).toMatchObject({ status: 429, body: TOO_MANY, headers: { 'retry-after': '3600' } });
    const order = orderOf(prescription.number);
    expect(await pay(order)).toMatchObject({ status: 429, body: TOO_MANY });
    expect(await server.call(customer, 'POST', '/orders', order)).toMatchObject({
      status: 429,
      body: TOO_MANY,
    });
    server.clock.advance(3600);
    expect((await search(prescription.number, await server.session(customer.row))).status).toBe(200);
  });

  it('counts misses per account, across sessions', async () => {
    const again = await server.session(customer.row);
    for (let n = 0; n < 10; n += 1) await search(wrong(n), n < 5 ? customer : again);
    expect((await search(prescription.number)).status).toBe(429);
    expect((await search(prescription.number, await server.signIn('customer'))).status).toBe(200);
  });

  it('does not count partial numbers and hits', async () => {
    for (let n = 0; n < 30; n += 1) await search(prescription.number.slice(0, 4 + (n % 8)));
    for (let n = 0; n < 15; n += 1) await search(prescription.number);
    expect((await search(prescription.number)).status).toBe(200);
  });

  it('counts an unknown number in POST /payments', async () => {
    const statuses = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await pay(orderOf(wrong(n)))).status);
    expect(statuses).toEqual([...Array(10).fill(409), 429]);
  });
});

// Rule 39.
describe('an unused prescription of a deactivated prescriber', () => {
  let admin: Visitor;
  beforeEach(async () => {
    admin = await server.signIn('superAdmin');
  });
  const USED = { status: 409, body: { code: 'PRESCRIPTION_USED' } };
  const toggle = async () =>
    expect((await server.call(admin, 'PATCH', `/users/${doctor.row.id}/toggle-active`, {})).status).toBe(200);

  it('is not found and opens no payment until the account is active again', async () => {
    await toggle();
    const unknown = await search('ORD-00000001');
    expect(await search(prescription.number)).toMatchObject({ status: 404, body: unknown.body });
    for (const type of ['agent', 'supervisor'] as const)
      expect((await search(prescription.number, await server.signIn(type))).status).toBe(404);
    const order = orderOf(prescription.number);
    expect(await pay(elsewhere(order))).toMatchObject(USED);
    await toggle();
    expect((await search(prescription.number)).status).toBe(200);
    expect((await pay(elsewhere(order))).status).toBe(201);
  });

  it('is not paid through an unpaid order that has it', async () => {
    const order = await buildOrder(server.db, {
      state: 'pre-treatment',
      customerId: customer.row.id,
      itemsWrittenById: (await server.signIn('agent')).row.id,
      prescriptionId: prescription.id,
      items,
    });
    await toggle();
    const open = () => server.call(customer, 'POST', '/payments', { orderId: order.id });
    expect(await open()).toMatchObject(USED);
    await toggle();
    expect((await open()).status).toBe(201);
  });

  it.each(['deactivated', 'deleted'])(
    'is not bought by money that arrives after its prescriber was %s: it goes to review',
    async (how) => {
      const { transactionId } = await openPayment(server, customer, { order: orderOf(prescription.number) });
      if (how === 'deactivated') await toggle();
      else {
        server.clock.advance(16 * 60);
        expect((await server.call(admin, 'DELETE', `/users/${doctor.row.id}`)).status).toBe(204);
      }
      await providerDoes(server, transactionId, 'approve');
      const text = 'select status, review_reason, order_id from payments where customer_id = $1';
      expect((await server.pool.query(text, [customer.row.id])).rows).toEqual([
        { status: 'review', review_reason: 'prescription-changed', order_id: null },
      ]);
    },
  );
});
