import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildOrder, type OrderFields } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { buildUser } from '../builders/user.ts';
import { type OrderRow, orders } from '../database/schema/orders.ts';
import type { ZoneRow } from '../database/schema/places.ts';
import { foldWords } from '../people/queries.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { fillWithOrders, people } from './many-orders.fixture.ts';

const STATES = ['pre-treatment', 'pending', 'delivering', 'delivered', 'ended'] as const;

let server: TestApp;
let supervisor: Visitor;

type Query = Record<string, string | number>;
const listOf = async (query: Query = {}, visitor = supervisor) => {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  return server.call(visitor, 'GET', `/orders?${search}`);
};
const numbers = async (query: Query, visitor = supervisor) =>
  (await listOf(query, visitor)).body.orders.map(({ number }: OrderRow) => number) as string[];

describe('a list of a few orders', () => {
  let zone: ZoneRow;

  beforeAll(async () => {
    server = await startTestApp();
    zone = await buildZone(server.db);
  });
  beforeEach(async () => {
    await server.pool.query(
      'truncate order_events, entries, journals, order_items, orders, payments cascade',
    );
    supervisor = await server.signIn('supervisor');
  });
  afterAll(() => server.close());

  const build = async (change: Partial<OrderFields> = {}) =>
    buildOrder(server.db, {
      zone,
      ...(change.state === 'pre-treatment' && { itemsWrittenById: supervisor.row.id }),
      ...change,
    });
  const numbersOf = (...rows: OrderRow[]) => rows.map(({ number }) => number);
  const customerCalled = async (name: string) => (await buildUser(server.db, { type: 'customer', name })).id;
  const newPharmacy = async () => (await buildUser(server.db, { type: 'pharmacy' })).id;
  const at = (minutes: number) => new Date(server.clock.now().getTime() - minutes * 60_000);

  describe('filtered', () => {
    it('by state: each state, an empty one, and 422 for an unknown one', async () => {
      const rows: OrderRow[] = [];
      for (const state of STATES) rows.push(await build({ state }));
      for (const [index, state] of STATES.entries())
        expect(await numbers({ state })).toEqual(numbersOf(rows[index]!));
      expect(await numbers({ state: '' })).toHaveLength(5);
      const { status, body } = await listOf({ state: 'lost' });
      expect([status, body.fields]).toEqual([422, { state: 'État inconnu' }]);
    });

    it('by courier', async () => {
      const courier = await buildUser(server.db, { type: 'deliveryPerson' });
      const mine = await build({ state: 'delivering', deliveryPersonId: courier.id });
      await build({ state: 'delivering' });
      expect(await numbers({ deliveryPerson: courier.id })).toEqual(numbersOf(mine));
      expect(await numbers({ deliveryPerson: '' })).toHaveLength(2);
      expect((await listOf({ deliveryPerson: 'x' })).status).toBe(422);
    });

    it('by pharmacy, and by pharmacy and courier: for a supervisor only', async () => {
      const [pharmacyId, deliveryPersonId] = [
        await newPharmacy(),
        (await buildUser(server.db, { type: 'deliveryPerson' })).id,
      ];
      const theirs = await build({ state: 'delivering', pharmacyId, deliveryPersonId });
      const given = await build({ state: 'pending', pharmacyId });
      await build({ state: 'delivering', deliveryPersonId });
      expect(await numbers({ pharmacy: pharmacyId })).toEqual(numbersOf(given, theirs));
      expect((await listOf({ pharmacy: pharmacyId })).body.total).toBe(2);
      expect((await listOf({ pharmacy: pharmacyId, state: 'pending' })).body.total).toBe(1);
      const both = await listOf({ pharmacy: pharmacyId, deliveryPerson: deliveryPersonId });
      expect([
        both.body.total,
        await numbers({ pharmacy: pharmacyId, deliveryPerson: deliveryPersonId }),
      ]).toEqual([1, numbersOf(theirs)]);
      expect(await numbers({ pharmacy: '' })).toHaveLength(3);
      expect((await listOf({ pharmacy: 'x' })).status).toBe(422);
      const other = await server.signIn('pharmacy');
      await build({ state: 'pending', pharmacyId: other.row.id });
      expect(await numbers({ pharmacy: pharmacyId }, other)).toHaveLength(1);
    });

    it('by a text: the name or telephone of the pharmacy or the courier, for a supervisor only', async () => {
      const pharmacy = await server.signIn('pharmacy', { name: 'Pharmacie Hêvié Étoile' });
      const courier = await server.signIn('deliveryPerson', { name: 'Sènan Ahouansou' });
      const theirs = await build({
        state: 'delivering',
        pharmacyId: pharmacy.row.id,
        deliveryPersonId: courier.row.id,
      });
      const customerId = await customerCalled('Etoile Dansou');
      const hers = await build({ customerId });
      expect(await numbers({ q: 'hevie etoile' })).toEqual(numbersOf(theirs));
      expect(await numbers({ q: 'SENAN' })).toEqual(numbersOf(theirs));
      expect(await numbers({ q: 'etoile' })).toEqual(numbersOf(hers, theirs));
      for (const { row } of [pharmacy, courier])
        expect(await numbers({ q: row.phone!.replace('+229', '') })).toEqual(numbersOf(theirs));
      expect(await numbers({ q: 'etoile' }, pharmacy)).toEqual([]);
      expect(await numbers({ q: 'senan' }, courier)).toEqual([]);
    });

    it('by date: days in Benin’s time zone, which start at 23:00 UTC', async () => {
      const rows: OrderRow[] = [];
      for (const iso of [
        '2026-11-18T22:59:59.999Z',
        '2026-11-18T23:00:00.000Z',
        '2026-11-19T22:59:59.999Z',
        '2026-11-19T23:00:00.000Z',
        '2026-12-31T23:00:00.000Z',
      ])
        rows.push(await build({ createdAt: new Date(iso) }));
      const [last, first, end, next, newYear] = numbersOf(...rows);
      expect(await numbers({ date: '2026-11-19' })).toEqual([end, first]);
      expect(await numbers({ date: '2026-11-18' })).toEqual([last]);
      expect(await numbers({ date: '2026-11' })).toEqual([next, end, first, last]);
      expect(await numbers({ date: '2027' })).toEqual([newYear]);
      expect(await numbers({ date: '' })).toHaveLength(5);
      for (const date of ['2026-02-30', '20', 'hier', '2026-1', '2026-11-19T10'])
        expect([date, (await listOf({ date })).body.message]).toEqual([date, 'Date invalide']);
    });

    it('by text, state and date together', async () => {
      const customerId = await customerCalled('Sègnon Kakpo');
      const createdAt = new Date('2026-11-02T09:00:00Z');
      const found = await build({ customerId, state: 'delivered', createdAt });
      await build({ customerId, createdAt });
      await build({ customerId, state: 'delivered', createdAt: new Date('2026-10-02T09:00:00Z') });
      expect(await numbers({ q: 'kakpo', state: 'delivered', date: '2026-11' })).toEqual(numbersOf(found));
    });
  });

  it('has the most recent first, each order on one page only', async () => {
    const rows: OrderRow[] = [];
    const items = [{ medication: await buildMedication(server.db), quantity: 1 }];
    // Orders created at the same moment are sorted by id.
    for (let n = 0; n < 23; n += 1)
      rows.push(await build({ createdAt: new Date(Date.UTC(2026, 10, 1 + Math.floor(n / 4))), items }));
    const pages = await Promise.all([1, 2, 3, 4].map((page) => numbers({ page, limit: 7 })));
    expect(pages.map(({ length }) => length)).toEqual([7, 7, 7, 2]);
    expect(pages.flat()).toEqual(numbersOf(...rows).reverse());
    expect((await listOf({ page: 9, limit: 7 })).body).toMatchObject({ orders: [], total: 23 });
    for (const bad of [{ page: 0 }, { page: -1 }, { limit: 0 }, { page: 'x' }, { page: '1.5' }])
      expect((await listOf(bad as Query)).status).toBe(422);
    expect(await numbers({ limit: 10_000 })).toHaveLength(23);
  });

  it('sorted by age has the orders that a pharmacist has to read first, page by page', async () => {
    const agent = await server.signIn('agent');
    const createdAt = (day: number) => new Date(Date.UTC(2026, 9, day));
    const waiting: OrderRow[] = [];
    for (const day of [1, 2])
      waiting.push(
        await build({ state: 'pre-treatment', itemsWrittenById: agent.row.id, createdAt: createdAt(day) }),
      );
    const unread: OrderRow[] = [];
    for (const day of [3, 4, 4, 5]) {
      const customerId = await customerCalled('Afi');
      const { key: prescriptionUrl } = await buildFile(server.db, { ownerId: customerId });
      const photograph = { customerId, prescriptionUrl, items: [], itemsWrittenById: null };
      unread.push(await build({ state: 'pre-treatment', createdAt: createdAt(day), ...photograph }));
    }
    const expected = numbersOf(...unread, ...waiting);
    const query = { state: 'pre-treatment', sort: 'oldest', limit: 4 };
    for (const reader of [agent, supervisor]) {
      expect(await numbers(query, reader)).toEqual(expected.slice(0, 4));
      expect(await numbers({ ...query, page: 2 }, reader)).toEqual(expected.slice(4));
      expect((await numbers({ sort: 'newest' }, reader))[0]).toBe(unread.at(-1)?.number);
    }
    expect((await listOf({ sort: 'random' })).body.fields).toEqual({ sort: 'Ordre inconnu' });
  });

  describe('of what there is to do', () => {
    it('for a supervisor begins with who waits longest, and ends with what is to be ended', async () => {
      const pharmacyId = await newPharmacy();
      const courier = await buildUser(server.db, { type: 'deliveryPerson' });
      const customerId = await customerCalled('Afi');
      const { key: prescriptionUrl } = await buildFile(server.db, { ownerId: customerId });
      const unread = { state: 'pre-treatment', items: [], customerId, itemsWrittenById: null } as const;
      const done = await build({ state: 'delivered', createdAt: at(300) });
      const toAssign = await build({ createdAt: at(500), paidAt: at(40) });
      const toRead = await build({ ...unread, prescriptionUrl, createdAt: at(60) });
      const toDeliver = await build({ pharmacyId, createdAt: at(50) });
      await build({ pharmacyId, deliveryPersonId: courier.id, createdAt: at(121) });
      await build({ state: 'delivering', createdAt: at(119) });
      await build({ state: 'pre-treatment', createdAt: at(900) });
      await build({ state: 'ended', createdAt: at(900) });
      const expected = numbersOf(toRead, toDeliver, toAssign, done);
      expect(await numbers({ todo: 'true' })).toEqual(expected);
      expect(await numbers({ todo: 'true', limit: 2, page: 2 })).toEqual(expected.slice(2));
      const { body } = await listOf({ todo: 'true', limit: 1 });
      // Paid 119 minutes ago is not late, nor is what is delivered.
      expect(body).toMatchObject({ total: 4, work: { todo: 4, late: 1 } });
      expect(body.orders[0].paidAt).toBeNull();
      const [paid] = (await listOf({ q: toAssign.number })).body.orders;
      expect([paid.paidAt, paid.promisedAt]).toEqual([at(40).toISOString(), at(-80).toISOString()]);
      expect(await numbers({ todo: 'true', state: 'delivered' })).toEqual(numbersOf(done));
      expect((await listOf({ todo: 'yes' })).body.fields).toEqual({ todo: 'Filtre inconnu' });
    });

    it('is what a pharmacy prepares, and what a courier carries before what they fetch', async () => {
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
      // A ready order stays in the list, and is not counted as to prepare.
      await server.call(pharmacy, 'POST', `/orders/${first.id}/ready`, { ready: true });
      const { body } = await listOf({ todo: 'true', limit: 1 }, pharmacy);
      expect(body).toMatchObject({ total: 3, toPrepare: 2, counts: { pending: 3 } });
      expect([body.orders.length, body.work]).toEqual([1, undefined]);
    });

    it('is all orders for other readers', async () => {
      const customer = await server.signIn('customer');
      const mine = await build({ state: 'ended', customerId: customer.row.id });
      expect(await numbers({ todo: 'true' }, customer)).toEqual(numbersOf(mine));
    });
  });

  describe('has counts', () => {
    it('of the whole scope, and a total of the filtered orders', async () => {
      for (const state of [...STATES, ...STATES, 'pending' as const]) await build({ state });
      const counts = { 'pre-treatment': 2, pending: 3, delivering: 2, delivered: 2, ended: 2, cancelled: 0 };
      expect((await listOf({ state: 'ended', limit: 1 })).body).toMatchObject({ total: 2, counts });
      expect((await listOf({ q: 'personne' })).body).toMatchObject({ total: 0, counts });
      const customer = await server.signIn('customer');
      await build({ customerId: customer.row.id });
      const { body } = await listOf({}, customer);
      const none = Object.fromEntries(Object.keys(counts).map((state) => [state, 0]));
      expect(body).toMatchObject({ total: 1, counts: { ...none, pending: 1 } });
      expect(body).not.toHaveProperty('revenue');
    });

    it('and for a pharmacy the revenue: the medicines of its delivered and ended orders', async () => {
      const pharmacy = await server.signIn('pharmacy');
      expect((await listOf({}, pharmacy)).body.revenue).toBe(0);
      for (const state of STATES.slice(1)) await build({ state, pharmacyId: pharmacy.row.id });
      await build({ state: 'ended' });
      const { body } = await listOf({ state: 'pending' }, pharmacy);
      expect(body).toMatchObject({ total: 1, revenue: 4000, counts: { delivered: 1, ended: 1 } });
      expect((await listOf()).body).not.toHaveProperty('revenue');
    });

    it('of all states for a courier, whose list has pending and delivering orders unless a state is given', async () => {
      const courier = await server.signIn('deliveryPerson');
      const rows: OrderRow[] = [];
      for (const state of STATES.slice(1))
        rows.push(await build({ state, pharmacyId: await newPharmacy(), deliveryPersonId: courier.row.id }));
      const [pending, delivering, , ended] = numbersOf(...rows);
      expect(await numbers({}, courier)).toEqual([delivering, pending]);
      expect(await numbers({ state: 'ended' }, courier)).toEqual([ended]);
      expect(await numbers({ state: 'all' }, courier)).toEqual(numbersOf(...rows).reverse());
      expect((await listOf({ state: 'all' }, courier)).body.total).toBe(4);
      const { total, counts } = (await listOf({}, courier)).body;
      expect([total, counts.delivered, counts.ended]).toEqual([2, 1, 1]);
    });
  });

  describe('searched', () => {
    /** Expects each text to find these orders. */
    async function expectFound(texts: readonly string[], ...found: OrderRow[]) {
      for (const q of texts) expect([q, await numbers({ q })]).toEqual([q, numbersOf(...found)]);
    }

    it('matches the number, or the words of a name in any order, ignoring accents and case', async () => {
      const afi = await build({ customerId: await customerCalled('Afiavi Dossou-Gbété') });
      const bio = await build({ customerId: await customerCalled('Bio N’Tcha') });
      await expectFound(
        ['gbete', 'GBÉTÉ', 'afiavi dossou', ' dossou-g ', afi.number, afi.number.toLowerCase()],
        afi,
      );
      await expectFound(['dossou afiavi', 'GBETE  afi', 'gbété dossou afiavi vi ssou-gb'], afi);
      await expectFound(['n’tcha', 'ntcha', "N'TCHA bio", 'n\u200btcha'], bio);
      // A dash or a joined sign of a name is searched as it is stored.
      const odd = await build({ customerId: await customerCalled('Adjovi–Hounton 👩‍⚕️') });
      await expectFound(['adjovi–hounton', '👩‍⚕️'], odd);
      await expectFound(['personne', 'dossou bio']);
      for (const q of ['cmd-', '']) expect(await numbers({ q })).toHaveLength(3);
    });

    it('for a supervisor matches the telephone in any writing, the prescription and the transaction', async () => {
      const phone = '+2290161234567';
      const { id: customerId } = await buildUser(server.db, { type: 'customer', phone });
      const { id: prescriptionId, number } = await buildPrescription(server.db);
      const found = await build({ customerId, prescriptionId });
      await build();
      const transaction = found.transactionId!;
      await expectFound(
        ['0161234567', '01 61 23 45 67', '+229 01.61.23.45.67', '61234567', '00229 0161234567'],
        found,
      );
      const copied = ['\u202a+229 01 61 23 45 67\u202c', '01\u201161\u201123\u201145\u201167'];
      await expectFound([...copied, 'tel:+22961234567', '01/61/23/45/67'], found);
      await expectFound(
        [number, number.toLowerCase(), `N° ${number}`, transaction, `${transaction}\u200b`],
        found,
      );
      await expectFound(['0161234568', 'ORD-00000000', 'TX-0']);
      const courier = await server.signIn('deliveryPerson');
      await build({ customerId, pharmacyId: await newPharmacy(), deliveryPersonId: courier.row.id });
      expect(await numbers({ q: '0161234567' }, courier)).toEqual([]);
    });

    it('matches characters that are special in SQL or LIKE literally', async () => {
      const odd = await build({ customerId: await customerCalled('Pharma 100% _A\\B_ "x" ‰') });
      await build({ customerId: await customerCalled('Tout autre') });
      await expectFound(['%', '_', '\\', '100%', '_a\\b_', '"x"', '％', '＿', '‰'], odd);
      await expectFound(['%%', '__', '%a', "' or 1=1 --", '*', '.*']);
    });

    it('finds every order when more than 1,000 customers have the same name, for each reader', async () => {
      const courier = await server.signIn('deliveryPerson');
      const customer = await server.signIn('customer', { name: 'Wassi Houénou' });
      const pharmacy = await server.signIn('pharmacy');
      const order = await build({
        state: 'delivering',
        deliveryPersonId: courier.row.id,
        customerId: customer.row.id,
        pharmacyId: pharmacy.row.id,
        createdAt: new Date('2026-01-01T09:00:00Z'),
      });
      await server.pool.query(
        `insert into users (id, type, name, created_at)
         select gen_random_uuid(), 'customer', 'Wassi Houénou', now() + interval '1 year' from generate_series(1, 1001)`,
      );
      const readers = [supervisor, courier, pharmacy, customer];
      const query = { q: 'wassi houe', state: 'delivering' };
      const found = await Promise.all(readers.map((reader) => listOf(query, reader)));
      const missed = await Promise.all(readers.map((reader) => numbers({ q: 'personne' }, reader)));
      // The other tests search names too.
      await server.pool.query('delete from users where phone is null');
      for (const { body } of found)
        expect([body.orders.length, body.total, body.orders[0]?.number]).toEqual([1, 1, order.number]);
      expect(missed.flat()).toEqual([]);
    });

    it('does not search names for a text that is part of an order number', async () => {
      const order = await build();
      const digits = order.number.slice(-6);
      await build({ customerId: await customerCalled(`Maison ${order.number}`) });
      await expectFound([order.number, order.number.toLowerCase(), digits, digits.slice(-3)], order);
    });

    it('searches names and numbers for one or two digits', async () => {
      const awa = await build({ customerId: await customerCalled('Awa 77') });
      expect(await numbers({ q: '77' })).toContain(awa.number);
      expect(await numbers({ q: awa.number.slice(-2) })).toContain(awa.number);
    });

    it.each(["'", '’', '´ `'])('finds nobody by %j', async (q) => {
      await build({ customerId: await customerCalled('N’Dah') });
      expect(await numbers({ q })).toEqual([]);
    });

    it('finds any part of a name (property)', async () => {
      await build({ customerId: await customerCalled('Tout autre') });
      const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
      await fc.assert(
        fc.asyncProperty(text, async (name) => {
          // The API removes what cannot be stored.
          const stored = name.replace(/[\p{Cc}\p{Cs}]/gu, '').trim();
          // Of apostrophes alone nothing is left to search.
          fc.pre((await foldWords(server.db, stored)).length > 0);
          const order = await build({ customerId: await customerCalled(`Zz ${stored} zZ`) });
          expect(await numbers({ q: stored })).toContain(order.number);
        }),
        { numRuns: 60 },
      );
    });
  });
});

describe('a list of 5,000 orders', () => {
  const CUSTOMERS = 250;
  const idOf = (kind: string, n: string) => `('${kind}-0000-7000-8000-00000000000' || ${n})::uuid`;

  /** Orders in every state and condition; many were paid within the same hour. */
  const vary = `update orders set
      state = s, created_at = at, paid_at = case when s <> 'pre-treatment' then at end, ended_at = case when s = 'ended' then at end,
      agent_id = case when s = 'pre-treatment' and n % 3 > 0 then ${idOf('00000004', '1 + n % 2')} end,
      items_written_by_id = case when not is_unread then items_written_by_id end,
      pharmacy_id = case when is_taken then ${idOf('00000002', '1 + n % 2')} end,
      delivery_person_id = case when is_taken and (s <> 'pending' or n % 4 > 0) then ${idOf('00000003', '1 + n % 2')} end,
      prescription_url = case when s = 'pre-treatment' then 'photo-' || n end,
      photo_problem = case when is_unread and n % 5 = 0 then 'dark' end,
      items_count = case when is_unread then 0 else 1 end,
      medicines_fcfa = case when not is_unread then 1000 end, commission_fcfa = case when not is_unread then 100 end,
      reduction_fcfa = case when not is_unread then 0 end, total_fcfa = case when not is_unread then 1600 end,
      paid_fcfa = case when s = 'pre-treatment' then 0 else 1600 end,
      payment_id = case when s <> 'pre-treatment' then id end,
      transaction_id = case when s <> 'pre-treatment' then number end,
      ready_at = case when s = 'pending' and is_taken and n % 3 = 0 then at end,
      problem = case when has_problem then 'customer-absent' end, problem_at = case when has_problem then at end
    from (select id as order_id, substr(number, 5)::int - 1000000 as n, date_trunc('hour', created_at) as at from orders) o,
      lateral (select (array['pre-treatment', 'pending', 'delivering', 'delivered', 'ended'])[1 + n * 7919 % 13 % 5] as s) t,
      lateral (select s = 'pre-treatment' and n % 2 = 1 as is_unread, s <> 'pre-treatment' and (s <> 'pending' or n % 7 > 1) as is_taken) u,
      lateral (select (s = 'delivering' or s = 'pending' and is_taken) and n % 11 = 0 as has_problem) v
    where id = order_id`;

  let all: OrderRow[];
  const visitors: Partial<Record<string, Visitor>> = {};

  beforeAll(async () => {
    server = await startTestApp();
    await fillWithOrders(server.pool, CUSTOMERS, vary);
    all = await server.db.select().from(orders);
    const ids = sql.param(Object.values(people));
    const { rows } = await server.db.execute<Visitor['row']>(
      sql`select * from users where id = any(${ids}::uuid[])`,
    );
    for (const row of rows) visitors[row.type] = await server.session(row);
  });
  afterAll(() => server.close());

  type Rank = (order: OrderRow) => number | null;
  const isUnread = ({ state, itemsCount, photoProblem }: OrderRow) =>
    state === 'pre-treatment' && itemsCount === 0 && photoProblem === null;

  /** Ranks what cannot be delivered, then what is to be read or assigned, then what is to be ended. */
  const supervisorRank: Rank = (order) => {
    const { state, problem, pharmacyId, deliveryPersonId } = order;
    if (problem !== null) return 0;
    if (isUnread(order)) return 1;
    if (state === 'pending' && (pharmacyId === null || deliveryPersonId === null)) return 1;
    return state === 'delivered' ? 2 : null;
  };
  /** Ranks what is to be prepared, then what is ready. */
  const pharmacyRank: Rank = ({ state, pharmacyId, readyAt }) => {
    if (pharmacyId !== people.pharmacy || state !== 'pending') return null;
    return readyAt === null ? 0 : 1;
  };
  /** Ranks what they carry, then what they fetch. */
  const courierRank: Rank = ({ state, deliveryPersonId }) => {
    if (deliveryPersonId !== people.deliveryPerson) return null;
    return state === 'delivering' ? 0 : state === 'pending' ? 1 : null;
  };
  /** Ranks unread orders first; an agent sees those that are unassigned, theirs, or have items that they wrote. */
  const agentRank: Rank = (order) => {
    const isTheirs = order.agentId === null || order.agentId === people.agent;
    const isWritten = order.itemsWrittenById === people.agent;
    if (order.state !== 'pre-treatment' || !(isTheirs || isWritten)) return null;
    return isUnread(order) ? 0 : 1;
  };
  const waitsSince = ({ paidAt, createdAt }: OrderRow) => paidAt ?? createdAt;

  it.each<[string, string, Rank, (order: OrderRow) => Date]>([
    ['supervisor', 'todo=true', supervisorRank, waitsSince],
    ['superAdmin', 'todo=true', supervisorRank, waitsSince],
    ['pharmacy', 'todo=true', pharmacyRank, waitsSince],
    ['deliveryPerson', 'todo=true', courierRank, waitsSince],
    ['agent', 'state=pre-treatment&sort=oldest', agentRank, ({ createdAt }) => createdAt],
  ])(
    'for a %s has those of the rule, in its order, over all pages: %s',
    async (reader, query, rankOf, since) => {
      const expected = all
        .map((order) => ({ order, rank: rankOf(order), at: since(order).getTime() }))
        .filter(({ rank }) => rank !== null)
        .sort((a, b) => Number(a.rank) - Number(b.rank) || a.at - b.at || (a.order.id < b.order.id ? -1 : 1))
        .map(({ order }) => order.number);
      expect(all).toHaveLength(5_000);
      expect(expected.length).toBeGreaterThan(200);
      const listed: string[] = [];
      for (let page = 1; listed.length === (page - 1) * 200; page += 1)
        listed.push(
          ...(await numbers(
            { ...Object.fromEntries(new URLSearchParams(query)), limit: 200, page },
            visitors[reader]!,
          )),
        );
      expect(listed).toEqual(expected);
    },
  );
});
