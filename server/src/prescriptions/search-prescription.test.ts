import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { buildUser } from '../builders/user.ts';
import type { PrescriptionRow } from '../database/schema/prescriptions.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const NONE = { success: false, code: 'NO_PRESCRIPTION', message: 'Aucune ordonnance trouvée' };
const TOO_MANY = {
  success: false,
  code: 'TOO_MANY_TRIES',
  message: 'Trop de tentatives. Veuillez réessayer dans quelques minutes.',
};
const DAY = 24 * 3600;

let server: TestApp;
let customer: Visitor;
let doctor: Visitor;
let prescription: PrescriptionRow;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  customer = await server.signIn('customer');
  doctor = await server.signIn('partnerDoctor', { verified: false });
  prescription = await buildPrescription(server.db, { authorId: doctor.row.id, patientName: 'Afi Kpadé' });
});

const search = (number: string, who = customer) =>
  server.call(who, 'GET', `/prescriptions/search/${encodeURIComponent(number)}`);

describe('GET /prescriptions/search/{number} (rule 18)', () => {
  it('accepts the whole number, ignoring case, prefix, spaces and dashes', async () => {
    const digits = prescription.number.slice(4);
    for (const typed of [
      prescription.number,
      digits,
      `ord ${digits}`,
      ` Ord-${digits.slice(0, 4)} ${digits.slice(4)}`,
    ]) {
      const { status, body } = await search(typed);
      expect([typed, status, body.prescription?.prescriptionNumber]).toEqual([
        typed,
        200,
        prescription.number,
      ]);
    }
  });

  it('masks the patient’s name and omits telephone and file for another customer', async () => {
    const { body } = await search(prescription.number);
    expect(body.prescription).toEqual({
      _id: prescription.id,
      type: 'numerical',
      prescriptionNumber: prescription.number,
      patientName: 'A*** K***',
      prescriptorName: doctor.row.name,
      items: [expect.objectContaining({ quantity: 2, price: 1000 })],
      url: null,
      used: false,
      usedBy: null,
      verified: false,
      createdAt: prescription.createdAt.toISOString(),
      total: 2000,
    });
  });

  it('returns name and telephone to the patient', async () => {
    const own = await buildPrescription(server.db, { patientPhone: customer.row.phone ?? '' });
    expect((await search(own.number)).body.prescription).toMatchObject({
      patientName: 'Afi Kpadé',
      patientPhone: customer.row.phone,
      verified: true,
      url: null,
    });
  });

  it('returns the same 404 for unknown, partial, used, attached, deleted and other prescribers’ numbers', async () => {
    const used = await buildPrescription(server.db);
    await buildOrder(server.db, { prescriptionId: used.id, items: await itemsOf() });
    const attached = await buildPrescription(server.db);
    await buildOrder(server.db, {
      state: 'pre-treatment',
      prescriptionId: attached.id,
      items: await itemsOf(),
    });
    const deleted = await buildPrescription(server.db, { deletedAt: new Date('2026-11-20T09:00:00Z') });
    const numbers = [
      used.number,
      attached.number,
      deleted.number,
      'ORD-00000000',
      'ORD-1',
      'x',
      '%',
      '_'.repeat(8),
    ];
    for (const number of numbers) {
      expect(await search(number)).toMatchObject({ status: 404, body: NONE });
    }
    expect((await search(prescription.number, doctor)).status).toBe(200);
    const colleague = await server.signIn('partnerDoctor');
    expect(await search(prescription.number, colleague)).toMatchObject({ status: 404, body: NONE });
  });

  it('marks what is no longer sold, which its total does not count', async () => {
    const sold = await buildMedication(server.db);
    const gone = await buildMedication(server.db, { price: 700 });
    const items = [sold, gone].map((medication) => ({ medication, quantity: 1 }));
    const { number } = await buildPrescription(server.db, { items });
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
    const medication = await buildMedication(server.db, { price: 1500 });
    const old = await buildPrescription(server.db, { items: [{ medication, quantity: 2 }] });
    await server.pool.query('update prescription_items set price_fcfa = 900 where prescription_id = $1', [
      old.id,
    ]);
    const total = async () => (await search(old.number)).body.prescription.total;
    expect(await total()).toBe(1800);
    server.clock.advance(31 * DAY);
    const again = await server.session(customer.row);
    expect((await search(old.number, again)).body.prescription.total).toBe(3000);
    server.clock.advance(-31 * DAY);
  });
});

async function itemsOf() {
  return [{ medication: await buildMedication(server.db), quantity: 1 }];
}

describe('guessing numbers (rule 18)', () => {
  const wrong = (n: number) => `ORD-${String(10_000_000 + n)}`;

  it('returns 429 after ten misses in an hour, even for an existing number and when ordering', async () => {
    const responses = [];
    for (let n = 0; n < 10; n += 1) responses.push((await search(wrong(n))).status);
    expect(responses).toEqual(Array(10).fill(404));
    const refused = await search(prescription.number);
    expect(refused).toMatchObject({ status: 429, body: TOO_MANY });
    expect(refused.headers['retry-after']).toBe('3600');
    // The limit also covers ordering by number.
    const order = {
      prescription: { type: 'numerical', prescriptionNumber: prescription.number },
      deliveryZone: 'x',
      deliveryAddress: 'Akpakpa',
    };
    expect(await server.call(customer, 'POST', '/payments', { order })).toMatchObject({
      status: 429,
      body: TOO_MANY,
    });
    expect(await server.call(customer, 'POST', '/orders', order)).toMatchObject({
      status: 429,
      body: TOO_MANY,
    });
    server.clock.advance(3600);
    expect((await search(prescription.number, await server.session(customer.row))).status).toBe(200);
  });

  it('counts misses per account, across sessions', async () => {
    for (let n = 0; n < 5; n += 1) await search(wrong(n));
    const elsewhere = await server.session(customer.row);
    for (let n = 0; n < 5; n += 1) await search(wrong(n), elsewhere);
    expect((await search(prescription.number)).status).toBe(429);
    expect((await search(prescription.number, await server.signIn('customer'))).status).toBe(200);
  });

  it('does not count partial numbers and hits', async () => {
    for (let n = 0; n < 30; n += 1) await search(prescription.number.slice(0, 4 + (n % 8)));
    for (let n = 0; n < 15; n += 1) await search(prescription.number);
    expect((await search(prescription.number)).status).toBe(200);
  });

  it('counts an unknown number in POST /payments', async () => {
    const { row } = await buildUser(server.db, { type: 'customer' }).then((found) => server.session(found));
    const guesser = await server.session(row);
    const pay = (prescriptionNumber: string) =>
      server.call(guesser, 'POST', '/payments', {
        order: {
          prescription: { type: 'numerical', prescriptionNumber },
          deliveryZone: 'x',
          deliveryAddress: 'Akpakpa',
        },
      });
    const statuses = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await pay(wrong(n))).status);
    expect(statuses).toEqual([...Array(10).fill(409), 429]);
  });
});
