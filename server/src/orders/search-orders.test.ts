import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { buildUser } from '../builders/user.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import type { ZoneRow } from '../database/schema/places.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let supervisor: Visitor;
let zone: ZoneRow;

beforeAll(async () => {
  server = await startTestApp();
  zone = await buildZone(server.db);
});
beforeEach(async () => {
  await server.pool.query('truncate order_events, entries, journals, order_items, orders, payments cascade');
  supervisor = await server.signIn('supervisor');
});
afterAll(() => server.close());

const build = async (change: Parameters<typeof buildOrder>[1] = {}) =>
  buildOrder(server.db, { zone, ...change });
const list = async (query: Record<string, string | number> = {}, visitor = supervisor) => {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  return server.call(visitor, 'GET', `/orders?${search}`);
};
const numbers = async (query: Record<string, string | number>, visitor = supervisor) =>
  (await list(query, visitor)).body.orders.map(({ number }: { number: string }) => number) as string[];
const numbersOf = (...orders: OrderRow[]) => orders.map(({ number }) => number);
const customerCalled = async (name: string) => (await buildUser(server.db, { type: 'customer', name })).id;

describe('the q parameter of GET /orders', () => {
  it('matches the number or the customer’s name, ignoring accents and case', async () => {
    const afi = await build({ customerId: await customerCalled('Afiavi Dossou-Gbété') });
    const bio = await build({ customerId: await customerCalled('Bio N’Tcha') });
    for (const q of ['gbete', 'GBÉTÉ', 'afiavi dossou', ' dossou-g ', afi.number, afi.number.toLowerCase()]) {
      expect([q, await numbers({ q })]).toEqual([q, numbersOf(afi)]);
    }
    expect(await numbers({ q: 'cmd-' })).toHaveLength(2);
    for (const q of ['n’tcha', 'ntcha', "N'TCHA bio"])
      expect([q, await numbers({ q })]).toEqual([q, numbersOf(bio)]);
    expect(await numbers({ q: '' })).toHaveLength(2);
    expect(await numbers({ q: 'personne' })).toEqual([]);
  });

  it('matches the words of a name in any order', async () => {
    const afi = await build({ customerId: await customerCalled('Afiavi Dossou-Gbété') });
    await build({ customerId: await customerCalled('Afiavi Kpadonou') });
    for (const q of ['dossou afiavi', 'GBETE  afi', 'gbété dossou afiavi vi ssou-gb'])
      expect([q, await numbers({ q })]).toEqual([q, numbersOf(afi)]);
    expect(await numbers({ q: 'dossou kpadonou' })).toEqual([]);
  });

  it('for a supervisor matches the telephone in any writing, the prescription and the transaction', async () => {
    const customer = await buildUser(server.db, { type: 'customer', phone: '+2290161234567' });
    const prescription = await buildPrescription(server.db);
    const found = await build({ customerId: customer.id, prescriptionId: prescription.id });
    await build();
    const [payment] = (
      await server.pool.query('select transaction_id as id from payments where order_id = $1', [found.id])
    ).rows;
    const phones = ['0161234567', '01 61 23 45 67', '+229 01.61.23.45.67', '61234567', '00229 0161234567'];
    const copied = [
      '\u202a+229 01 61 23 45 67\u202c',
      '01\u201161\u201123\u201145\u201167',
      'tel:+22961234567',
      '01/61/23/45/67',
    ];
    const codes = [prescription.number, prescription.number.toLowerCase(), `N° ${prescription.number}`];
    for (const q of [...phones, ...copied, ...codes, payment.id, `${payment.id}\u200b`])
      expect([q, await numbers({ q })]).toEqual([q, numbersOf(found)]);
    for (const q of ['0161234568', 'ORD-00000000', 'TX-0']) expect(await numbers({ q })).toEqual([]);
    const courier = await server.signIn('deliveryPerson');
    const pharmacyId = (await buildUser(server.db, { type: 'pharmacy' })).id;
    await build({ customerId: customer.id, pharmacyId, deliveryPersonId: courier.row.id });
    expect(await numbers({ q: '0161234567' }, courier)).toEqual([]);
  });

  it('matches characters that are special in SQL or LIKE literally', async () => {
    const odd = await build({ customerId: await customerCalled('Pharma 100% _A\\B_ "x" ‰') });
    await build({ customerId: await customerCalled('Tout autre') });
    for (const q of ['%', '_', '\\', '100%', '_a\\b_', '"x"', '％', '＿', '‰']) {
      expect([q, await numbers({ q })]).toEqual([q, numbersOf(odd)]);
    }
    for (const q of ['%%', '__', '%a', "' or 1=1 --", '*', '.*']) expect(await numbers({ q })).toEqual([]);
  });

  it('finds an order for its courier, pharmacy and customer when 1,001 other customers have the same name', async () => {
    const courier = await server.signIn('deliveryPerson');
    const customer = await server.signIn('customer', { name: 'Wassi Houénou' });
    const pharmacy = await server.signIn('pharmacy');
    const order = await build({
      state: 'delivering',
      deliveryPersonId: courier.row.id,
      customerId: customer.row.id,
      pharmacyId: pharmacy.row.id,
    });
    await server.pool.query(
      `insert into users (id, type, name, created_at)
       select gen_random_uuid(), 'customer', 'Wassi Houénou', now() from generate_series(1, 1001)`,
    );
    const readers = [courier, pharmacy, customer];
    const found = await Promise.all(readers.map((reader) => list({ q: 'wassi houe' }, reader)));
    const missed = await Promise.all(readers.map((reader) => numbers({ q: 'personne' }, reader)));
    // The other tests search names too.
    await server.pool.query('delete from users where phone is null');
    for (const { body } of found) {
      expect([body.orders.length, body.total, body.orders[0]?.number]).toEqual([1, 1, order.number]);
    }
    expect(missed.flat()).toEqual([]);
  });

  it('finds every order when more than 1,000 customers share the name', async () => {
    const oldest = await build({
      customerId: await customerCalled('Codjo Agbossou'),
      createdAt: new Date('2026-01-01T09:00:00Z'),
    });
    await server.pool.query(
      `insert into users (id, type, name, created_at)
       select gen_random_uuid(), 'customer', 'Codjo Agbossou', now() + interval '1 year' from generate_series(1, 1001)`,
    );
    const { body } = await list({ q: 'codjo agbo' });
    const missed = await numbers({ q: 'personne' });
    await server.pool.query('delete from users where phone is null');
    expect([body.total, body.orders[0]?.number]).toEqual([1, oldest.number]);
    expect(missed).toEqual([]);
  });

  it('does not search names for a text that is part of an order number', async () => {
    const order = await build();
    const digits = order.number.slice(-6);
    await build({ customerId: await customerCalled(`Maison ${order.number}`) });
    for (const q of [order.number, order.number.toLowerCase(), digits, digits.slice(-3)])
      expect([q, await numbers({ q })]).toEqual([q, numbersOf(order)]);
  });

  it('finds any part of a name (property)', async () => {
    await build({ customerId: await customerCalled('Tout autre') });
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(text, async (name) => {
        // The API removes what cannot be stored.
        const stored = name.replace(/[\p{Cc}\p{Cs}]/gu, '').trim();
        fc.pre(stored !== '');
        const order = await build({ customerId: await customerCalled(`Zz ${stored} zZ`) });
        expect(await numbers({ q: stored })).toContain(order.number);
      }),
      { numRuns: 60 },
    );
  });
});
