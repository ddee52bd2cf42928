import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildOrder } from '../builders/order.ts';
import { buildUser } from '../builders/user.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import type { ZoneRow } from '../database/schema/places.ts';
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
  it('state: each state, an empty one, and 422 for an unknown one', async () => {
    const rows: OrderRow[] = [];
    for (const state of STATES) rows.push(await build({ state }));
    for (const [index, state] of STATES.entries()) {
      expect(await numbers({ state })).toEqual(numbersOf(rows[index]!));
    }
    expect(await numbers({ state: '' })).toHaveLength(5);
    const { status, body } = await list({ state: 'lost' });
    expect([status, body.fields]).toEqual([422, { state: 'État inconnu' }]);
  });

  it('deliveryPerson: the orders of one delivery person', async () => {
    const courier = await buildUser(server.db, { type: 'deliveryPerson' });
    const mine = await build({ state: 'delivering', deliveryPersonId: courier.id });
    await build({ state: 'delivering' });
    expect(await numbers({ deliveryPerson: courier.id })).toEqual(numbersOf(mine));
    expect(await numbers({ deliveryPerson: '' })).toHaveLength(2);
    expect((await list({ deliveryPerson: 'x' })).status).toBe(422);
  });

  it('date: days in Benin’s time zone, which start at 23:00 UTC', async () => {
    const at = (iso: string) => build({ createdAt: new Date(iso) });
    const rows = {
      last: await at('2026-11-18T22:59:59.999Z'),
      first: await at('2026-11-18T23:00:00.000Z'),
      end: await at('2026-11-19T22:59:59.999Z'),
      next: await at('2026-11-19T23:00:00.000Z'),
      newYear: await at('2026-12-31T23:00:00.000Z'),
    };
    expect(await numbers({ date: '2026-11-19' })).toEqual(numbersOf(rows.end, rows.first));
    expect(await numbers({ date: '2026-11-18' })).toEqual(numbersOf(rows.last));
    expect(await numbers({ date: '2026-11' })).toEqual(numbersOf(rows.next, rows.end, rows.first, rows.last));
    expect(await numbers({ date: '2027' })).toEqual(numbersOf(rows.newYear));
    expect(await numbers({ date: '' })).toHaveLength(5);
    for (const date of ['2026-02-30', '20', 'hier', '2026-1', '2026-11-19T10']) {
      expect([date, (await list({ date })).body.message]).toEqual([date, 'Date invalide']);
    }
  });

  it('q, state and date together', async () => {
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
  it('lists the most recent first, each order on one page only', async () => {
    const rows: OrderRow[] = [];
    const medication = await buildMedication(server.db);
    for (let n = 0; n < 23; n += 1) {
      // Orders created at the same moment are sorted by id.
      const createdAt = new Date(Date.UTC(2026, 10, 1 + Math.floor(n / 4)));
      rows.push(await build({ createdAt, items: [{ medication, quantity: 1 }] }));
    }
    const expected = numbersOf(...rows).reverse();
    const pages = await Promise.all([1, 2, 3, 4].map((page) => numbers({ page, limit: 7 })));
    expect(pages.map(({ length }) => length)).toEqual([7, 7, 7, 2]);
    expect(pages.flat()).toEqual(expected);
    expect((await list({ page: 9, limit: 7 })).body).toMatchObject({ orders: [], total: 23 });
    for (const bad of [{ page: 0 }, { page: -1 }, { limit: 0 }, { page: 'x' }, { page: '1.5' }]) {
      expect((await list(bad as Record<string, string>)).status).toBe(422);
    }
    expect(await numbers({ limit: 10_000 })).toHaveLength(23);
  });
});

describe('sort=oldest', () => {
  it('lists the orders that a pharmacist has to read first, the oldest first, page by page', async () => {
    const agent = await server.signIn('agent');
    const createdAt = (day: number) => new Date(Date.UTC(2026, 9, day));
    const photograph = async () => {
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
        await build({
          state: 'pre-treatment',
          items: [],
          createdAt: createdAt(day),
          ...(await photograph()),
        }),
      );
    const expected = numbersOf(...unread, ...waiting);
    const query = { state: 'pre-treatment', sort: 'oldest', limit: 4 };
    for (const reader of [agent, supervisor]) {
      expect(await numbers(query, reader)).toEqual(expected.slice(0, 4));
      expect(await numbers({ ...query, page: 2 }, reader)).toEqual(expected.slice(4));
      expect((await numbers({ sort: 'newest' }, reader))[0]).toBe(unread.at(-1)?.number);
    }
    expect((await list({ sort: 'random' })).body.fields).toEqual({ sort: 'Ordre inconnu' });
  });
});

describe('todo', () => {
  const at = (minutes: number) => new Date(server.ctx.clock.now().getTime() - minutes * 60_000);

  it('lists what a supervisor has to do, who waits longest first, and to end last', async () => {
    const pharmacyId = (await buildUser(server.db, { type: 'pharmacy' })).id;
    const courier = await buildUser(server.db, { type: 'deliveryPerson' });
    const customerId = await customerCalled('Afi');
    const photograph = (await buildFile(server.db, { ownerId: customerId })).key;
    const unread = { state: 'pre-treatment', items: [], customerId, itemsWrittenById: null } as const;
    const done = await build({ state: 'delivered', createdAt: at(300) });
    const toAssign = await build({ createdAt: at(500), paidAt: at(40) });
    const toRead = await build({ ...unread, prescriptionUrl: photograph, createdAt: at(60) });
    const toDeliver = await build({ pharmacyId, createdAt: at(50) });
    await build({ pharmacyId, deliveryPersonId: courier.id, createdAt: at(121) });
    await build({ state: 'delivering', createdAt: at(119) });
    await build({ state: 'pre-treatment', createdAt: at(900) });
    await build({ state: 'ended', createdAt: at(900) });
    const expected = numbersOf(toRead, toDeliver, toAssign, done);
    expect(await numbers({ todo: 'true' })).toEqual(expected);
    expect(await numbers({ todo: 'true', limit: 2, page: 2 })).toEqual(expected.slice(2));
    const { body } = await list({ todo: 'true', limit: 1 });
    // Paid 119 minutes ago is not late, nor is what is delivered.
    expect(body).toMatchObject({ total: 4, work: { todo: 4, late: 1 } });
    expect(body.orders[0].paidAt).toBeNull();
    const [paid] = (await list({ q: toAssign.number })).body.orders;
    expect([paid.paidAt, paid.promisedAt]).toEqual([at(40).toISOString(), at(-80).toISOString()]);
    expect(await numbers({ todo: 'true', state: 'delivered' })).toEqual(numbersOf(done));
    expect((await list({ todo: 'yes' })).body.fields).toEqual({ todo: 'Filtre inconnu' });
  });

  it('lists what a pharmacy prepares, and what a courier carries before what they fetch', async () => {
    const pharmacy = await server.signIn('pharmacy');
    const courier = await server.signIn('deliveryPerson');
    const theirs = { pharmacyId: pharmacy.row.id, deliveryPersonId: courier.row.id };
    const late = await build({ pharmacyId: pharmacy.row.id, createdAt: at(300), paidAt: at(80) });
    const first = await build({ ...theirs, createdAt: at(90) });
    const next = await build({ ...theirs, createdAt: at(30) });
    const carried = await build({ ...theirs, state: 'delivering', createdAt: at(10) });
    await build({ ...theirs, state: 'delivered' });
    expect(await numbers({ todo: 'true' }, pharmacy)).toEqual(numbersOf(first, late, next));
    expect(await numbers({ todo: 'true' }, courier)).toEqual(numbersOf(carried, first, next));
    // What is ready stays in the list, and is not counted as to prepare.
    await server.call(pharmacy, 'POST', `/orders/${first.id}/ready`, { ready: true });
    const { body } = await list({ todo: 'true', limit: 1 }, pharmacy);
    expect(body).toMatchObject({ total: 3, toPrepare: 2, counts: { pending: 3 } });
    expect([body.orders.length, body.work]).toEqual([1, undefined]);
  });

  it('is ignored for all other readers', async () => {
    const customer = await server.signIn('customer');
    const mine = await build({ state: 'ended', customerId: customer.row.id });
    expect(await numbers({ todo: 'true' }, customer)).toEqual(numbersOf(mine));
  });
});

describe('counts, total and revenue', () => {
  it('counts cover the whole scope, total the filtered orders', async () => {
    for (const state of [...STATES, ...STATES]) await build({ state });
    await build();
    const counts = { 'pre-treatment': 2, pending: 3, delivering: 2, delivered: 2, ended: 2, cancelled: 0 };
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

  it('a pharmacy’s revenue is the medicines of its delivered and ended orders', async () => {
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

  it('a courier’s list has pending and delivering orders, unless a state is given', async () => {
    const courier = await server.signIn('deliveryPerson');
    const rows: OrderRow[] = [];
    for (const state of ['pending', 'delivering', 'delivered', 'ended'] as const) {
      const pharmacyId = (await buildUser(server.db, { type: 'pharmacy' })).id;
      rows.push(await build({ state, pharmacyId, deliveryPersonId: courier.row.id }));
    }
    expect(await numbers({}, courier)).toEqual(numbersOf(rows[1]!, rows[0]!));
    expect(await numbers({ state: 'ended' }, courier)).toEqual(numbersOf(rows[3]!));
    expect(await numbers({ state: 'all' }, courier)).toEqual(numbersOf(...rows).reverse());
    expect((await list({ state: 'all' }, courier)).body.total).toBe(4);
    const { total, counts } = (await list({}, courier)).body;
    expect([total, counts.delivered, counts.ended]).toEqual([2, 1, 1]);
  });
});
