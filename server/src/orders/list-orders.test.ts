import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildOrder } from '../builders/order.ts';
import { buildUser } from '../builders/user.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import type { ZoneRow } from '../database/schema/zones.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const STATES = ['pre-treatment', 'pending', 'delivering', 'delivered', 'ended'] as const;

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
  buildOrder(server.db, {
    zone,
    ...(change.state === 'pre-treatment' && { itemsWrittenById: supervisor.row.id }),
    ...change,
  });
const list = async (query: Record<string, string | number> = {}, visitor = supervisor) => {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  return server.call(visitor, 'GET', `/orders?${search}`);
};
const numbers = async (query: Record<string, string | number>, visitor = supervisor) =>
  (await list(query, visitor)).body.orders.map(({ number }: { number: string }) => number) as string[];
const numbersOf = (...orders: OrderRow[]) => orders.map(({ number }) => number);
const customerCalled = async (name: string) => (await buildUser(server.db, { type: 'customer', name })).id;

describe('the filters', () => {
  it('state: each one, none, and one that does not exist', async () => {
    const made: OrderRow[] = [];
    for (const state of STATES) made.push(await build({ state }));
    for (const [index, state] of STATES.entries()) {
      expect(await numbers({ state })).toEqual(numbersOf(made[index]!));
    }
    expect(await numbers({ state: '' })).toHaveLength(5);
    const { status, body } = await list({ state: 'lost' });
    expect([status, body.fields]).toEqual([422, { state: 'État inconnu' }]);
  });

  it('text: the number or the customer’s name, accents and case forgiven', async () => {
    const [afi, bio] = [
      await build({ customerId: await customerCalled('Afiavi Dossou-Gbété') }),
      await build({ customerId: await customerCalled('Bio N’Tcha') }),
    ];
    for (const q of ['gbete', 'GBÉTÉ', 'afiavi dossou', ' dossou-g ', afi.number, afi.number.toLowerCase()]) {
      expect([q, await numbers({ q })]).toEqual([q, numbersOf(afi)]);
    }
    expect(await numbers({ q: 'cmd-' })).toHaveLength(2);
    expect(await numbers({ q: 'n’tcha' })).toEqual(numbersOf(bio));
    expect(await numbers({ q: '' })).toHaveLength(2);
    expect(await numbers({ q: 'personne' })).toEqual([]);
  });

  it('in the text, signs that mean something to a database mean themselves', async () => {
    const odd = await build({ customerId: await customerCalled('Pharma 100% _A\\B_ "x" ‰') });
    await build({ customerId: await customerCalled('Tout autre') });
    for (const q of ['%', '_', '\\', '100%', '_a\\b_', '"x"', '％', '＿', '‰']) {
      expect([q, await numbers({ q })]).toEqual([q, numbersOf(odd)]);
    }
    for (const q of ['%%', '__', '%a', "' or 1=1 --", '*', '.*']) expect(await numbers({ q })).toEqual([]);
  });

  it('text: whoever carries few orders finds theirs by name, however many others are called so', async () => {
    const courier = await server.signIn('deliveryPerson');
    const customer = await server.signIn('customer', { name: 'Wassi Houénou' });
    const pharmacy = await server.signIn('pharmacy');
    const order = await build({
      state: 'delivering',
      ...{ deliveryPersonId: courier.row.id, customerId: customer.row.id, pharmacyId: pharmacy.row.id },
    });
    await server.pool.query(
      `insert into users (id, type, name, created_at)
       select gen_random_uuid(), 'customer', 'Wassi Houénou', now() from generate_series(1, 1001)`,
    );
    const readers = [courier, pharmacy, customer];
    const found = await Promise.all(readers.map((reader) => list({ q: 'wassi houe' }, reader)));
    const missed = await Promise.all(readers.map((reader) => numbers({ q: 'personne' }, reader)));
    // The other tests look for names too.
    await server.pool.query('delete from users where phone is null');
    for (const { body } of found) {
      expect([body.orders.length, body.total, body.orders[0]?.number]).toEqual([1, 1, order.number]);
    }
    expect(missed.flat()).toEqual([]);
  });

  it('text: finds every order, also when more than a thousand customers share the name', async () => {
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

  it('text: a number is looked for among numbers alone, and not in every customer’s name', async () => {
    const order = await build();
    const digits = order.number.slice(-6);
    await build({ customerId: await customerCalled(`Maison ${order.number}`) });
    for (const q of [order.number, order.number.toLowerCase(), digits, digits.slice(-3)])
      expect([q, await numbers({ q })]).toEqual([q, numbersOf(order)]);
  });

  it('whatever is typed finds the name that holds it (property)', async () => {
    await build({ customerId: await customerCalled('Tout autre') });
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(text, async (name) => {
        // As names are kept: without what cannot be stored.
        const kept = name.replace(/[\p{Cc}\p{Cs}]/gu, '').trim();
        fc.pre(kept !== '');
        const order = await build({ customerId: await customerCalled(`Zz ${kept} zZ`) });
        expect(await numbers({ q: kept })).toContain(order.number);
      }),
      { numRuns: 60 },
    );
  });

  it('the delivery person', async () => {
    const courier = await buildUser(server.db, { type: 'deliveryPerson' });
    const mine = await build({ state: 'delivering', deliveryPersonId: courier.id });
    await build({ state: 'delivering' });
    expect(await numbers({ deliveryPerson: courier.id })).toEqual(numbersOf(mine));
    expect(await numbers({ deliveryPerson: '' })).toHaveLength(2);
    expect((await list({ deliveryPerson: 'x' })).status).toBe(422);
  });

  it('the day is Benin’s: it turns at 23 h UTC', async () => {
    const at = (iso: string) => build({ createdAt: new Date(iso) });
    const made = {
      last: await at('2026-11-18T22:59:59.999Z'),
      first: await at('2026-11-18T23:00:00.000Z'),
      end: await at('2026-11-19T22:59:59.999Z'),
      next: await at('2026-11-19T23:00:00.000Z'),
      newYear: await at('2026-12-31T23:00:00.000Z'),
    };
    expect(await numbers({ date: '2026-11-19' })).toEqual(numbersOf(made.end, made.first));
    expect(await numbers({ date: '2026-11-18' })).toEqual(numbersOf(made.last));
    expect(await numbers({ date: '2026-11' })).toEqual(numbersOf(made.next, made.end, made.first, made.last));
    expect(await numbers({ date: '2027' })).toEqual(numbersOf(made.newYear));
    expect(await numbers({ date: '' })).toHaveLength(5);
    for (const date of ['2026-02-30', '20', 'hier', '2026-1', '2026-11-19T10']) {
      expect([date, (await list({ date })).body.message]).toEqual([date, 'Date invalide']);
    }
  });

  it('all together', async () => {
    const customerId = await customerCalled('Sègnon Kakpo');
    const found = await build({
      customerId,
      state: 'delivered',
      createdAt: new Date('2026-11-02T09:00:00Z'),
    });
    await build({ customerId, createdAt: new Date('2026-11-02T09:00:00Z') });
    await build({ customerId, state: 'delivered', createdAt: new Date('2026-10-02T09:00:00Z') });
    expect(await numbers({ q: 'kakpo', state: 'delivered', date: '2026-11' })).toEqual(numbersOf(found));
  });
});

describe('pages', () => {
  it('the most recent first, each order on one page only, whatever the page size', async () => {
    const made: OrderRow[] = [];
    const medication = await buildMedication(server.db);
    for (let n = 0; n < 23; n += 1) {
      // Several at the same moment: the order between them is still one and the same.
      const createdAt = new Date(Date.UTC(2026, 10, 1 + Math.floor(n / 4)));
      made.push(await build({ createdAt, items: [{ medication, quantity: 1 }] }));
    }
    const wanted = numbersOf(...made).reverse();
    const pages = await Promise.all([1, 2, 3, 4].map((page) => numbers({ page, limit: 7 })));
    expect(pages.map(({ length }) => length)).toEqual([7, 7, 7, 2]);
    expect(pages.flat()).toEqual(wanted);
    expect((await list({ page: 9, limit: 7 })).body).toMatchObject({ orders: [], total: 23 });
    for (const bad of [{ page: 0 }, { page: -1 }, { limit: 0 }, { page: 'x' }, { page: '1.5' }]) {
      expect((await list(bad as Record<string, string>)).status).toBe(422);
    }
    expect(await numbers({ limit: 10_000 })).toHaveLength(23);
  });
});

describe('sort=oldest', () => {
  it('begins with what a pharmacist has to read, the oldest first, page by page', async () => {
    const agent = await server.signIn('agent');
    const createdAt = (day: number) => new Date(Date.UTC(2026, 9, day));
    const paperOf = async () => {
      const customerId = await customerCalled('Afi');
      return {
        customerId,
        itemsWrittenById: null,
        prescriptionUrl: (await buildFile(server.db, { ownerId: customerId })).key,
      };
    };
    const waiting: OrderRow[] = [];
    for (const day of [1, 2])
      waiting.push(
        await build({ state: 'pre-treatment', itemsWrittenById: agent.row.id, createdAt: createdAt(day) }),
      );
    const unread: OrderRow[] = [];
    for (const day of [3, 4, 4, 5])
      unread.push(
        await build({ state: 'pre-treatment', items: [], createdAt: createdAt(day), ...(await paperOf()) }),
      );
    const wanted = numbersOf(...unread, ...waiting);
    const query = { state: 'pre-treatment', sort: 'oldest', limit: 4 };
    for (const reader of [agent, supervisor]) {
      expect(await numbers(query, reader)).toEqual(wanted.slice(0, 4));
      expect(await numbers({ ...query, page: 2 }, reader)).toEqual(wanted.slice(4));
      expect((await numbers({ sort: 'newest' }, reader))[0]).toBe(unread.at(-1)?.number);
    }
    expect((await list({ sort: 'random' })).body.fields).toEqual({ sort: 'Ordre inconnu' });
  });
});

describe('the figures beside the list', () => {
  it('counts are over the whole scope, total over the filters', async () => {
    for (const state of [...STATES, ...STATES]) await build({ state });
    await build();
    const counts = { 'pre-treatment': 2, pending: 3, delivering: 2, delivered: 2, ended: 2 };
    expect((await list({ state: 'ended', limit: 1 })).body).toMatchObject({ total: 2, counts });
    expect((await list({ q: 'personne' })).body).toMatchObject({ total: 0, counts });
    const customer = await server.signIn('customer');
    await build({ customerId: customer.row.id });
    const own = (await list({}, customer)).body;
    expect(own).toMatchObject({
      total: 1,
      counts: { ...counts, 'pre-treatment': 0, pending: 1, ended: 0, delivering: 0, delivered: 0 },
    });
    expect(own).not.toHaveProperty('revenue');
  });

  it('a pharmacy’s revenue is its medicines delivered and ended (WIRE.md)', async () => {
    const pharmacy = await server.signIn('pharmacy');
    expect((await list({}, pharmacy)).body.revenue).toBe(0);
    for (const state of ['pending', 'delivering', 'delivered', 'ended'] as const) {
      await build({ state, pharmacyId: pharmacy.row.id });
    }
    await build({ state: 'ended' });
    const { body } = await list({ state: 'pending' }, pharmacy);
    expect(body).toMatchObject({ total: 1, revenue: 4000, counts: { delivered: 1, ended: 1 } });
    expect((await list()).body).not.toHaveProperty('revenue');
  });

  it('a courier’s list is what is left to do, unless it asks for a state', async () => {
    const courier = await server.signIn('deliveryPerson');
    const made: OrderRow[] = [];
    for (const state of ['pending', 'delivering', 'delivered', 'ended'] as const) {
      const pharmacyId = (await buildUser(server.db, { type: 'pharmacy' })).id;
      made.push(await build({ state, pharmacyId, deliveryPersonId: courier.row.id }));
    }
    expect(await numbers({}, courier)).toEqual(numbersOf(made[1]!, made[0]!));
    expect(await numbers({ state: 'ended' }, courier)).toEqual(numbersOf(made[3]!));
    const { total, counts } = (await list({}, courier)).body;
    expect([total, counts.delivered, counts.ended]).toEqual([2, 1, 1]);
  });
});
