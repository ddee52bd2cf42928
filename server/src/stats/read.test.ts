import { addDays, dayInBenin } from '@amasin/domain/contract/dates.ts';
import { MINUTE_MS } from '@amasin/domain/contract/time.ts';
import { isPaidState, type OrderState, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { buildUser } from '../builders/user.ts';
import { mendCounts } from '../database/count-queries.ts';
import { orderEvents, orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { zones } from '../database/schema/places.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

/** The test clock is at 10:00 UTC on this day. */
const TODAY = '2026-11-20';

let server: TestApp;
let admin: Visitor;
let supervisor: Visitor;
let customer: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  admin = await server.signIn('superAdmin');
  supervisor = await server.signIn('supervisor');
  customer = await server.signIn('customer');
});
afterAll(() => server.close());

const get = (visitor: Visitor, name: string) => server.call(visitor, 'GET', `/stats/${name}`);
const readDays = (query = '') => get(admin, `days${query}`);

it('returns zeros before the first order', async () => {
  expect((await get(customer, 'dashboard')).body).toEqual({
    totalOrders: 0,
    pendingOrders: 0,
    deliveredOrders: 0,
    totalSpent: 0,
  });
  expect((await get(admin, 'dashboard')).body).toEqual({
    users: { total: 3 },
    orders: { total: 0, ended: 0, pending: 0, totalRevenue: 0, commission: 0, deliveryFees: 0 },
  });
  const none = Object.fromEntries(orderStates.map((state) => [state, 0]));
  expect((await get(supervisor, 'orders')).body).toEqual({ total: 0, ...none });
  const { status, body } = await readDays();
  expect(status).toBe(200);
  expect(body).toMatchObject({ from: '2026-10-22', to: TODAY, zones: [], deliveryMinutes: null });
  expect(body.days).toHaveLength(30);
  expect(body.days[29]).toEqual({ day: TODAY, orders: 0, revenue: 0, deliveryMinutes: null });
  expect(body.states).toEqual(none);
});

it.each([
  ['?from=2026-01-01&to=2026-12-31', 'from', '92 jours au plus'],
  ['?from=2026-11-20&to=2026-11-19', 'to', 'La fin précède le début'],
  ['?from=hier', 'from', 'Date invalide'],
])('refuses the days %s', async (query, field, message) => {
  expect(await readDays(query)).toMatchObject({ status: 422, body: { fields: { [field]: message } } });
});

describe('with orders', () => {
  // One medicine at 1,005 F twice, 500 F of delivery: 2,010 + 500 + 201 of commission = 2,711 F per order.
  const total = 2_711;
  const mine = [
    'pre-treatment',
    'pre-treatment',
    'pending',
    'delivering',
    'delivered',
    'ended',
    'ended',
  ] as const;
  let stranger: Visitor;

  beforeAll(async () => {
    stranger = await server.signIn('customer');
    const zone = await buildZone(server.db, { price: 500 });
    const medication = await buildMedication(server.db, { price: 1_005 });
    const people = {
      pharmacyId: (await buildUser(server.db, { type: 'pharmacy' })).id,
      deliveryPersonId: (await buildUser(server.db, { type: 'deliveryPerson' })).id,
    };
    const make = (state: OrderState, customerId: string) =>
      buildOrder(server.db, {
        state,
        customerId,
        zone,
        items: [{ medication, quantity: 2 }],
        ...(state === 'pre-treatment' ? {} : people),
      });
    for (const state of mine) await make(state, customer.row.id);
    await make('ended', stranger.row.id);
    await buildUser(server.db, { type: 'agent', active: false });
  });

  it("returns a customer's own four figures", async () => {
    const { status, body } = await get(customer, 'dashboard');
    const own = { totalOrders: 7, pendingOrders: 4, deliveredOrders: 3, totalSpent: 5 * total };
    expect([status, body]).toEqual([200, own]);
    const other = { totalOrders: 1, pendingOrders: 0, deliveredOrders: 1, totalSpent: total };
    expect((await get(stranger, 'dashboard')).body).toEqual(other);
  });

  it('returns everything to the super administrator, amounts over paid orders only', async () => {
    expect((await get(admin, 'dashboard')).body).toEqual({
      users: { total: 7 },
      orders: {
        total: 8,
        ended: 3,
        pending: 5,
        totalRevenue: 6 * total,
        commission: 6 * 201,
        deliveryFees: 6 * 500,
      },
    });
  });

  it('counts orders by state, without amounts', async () => {
    const underWay = { 'pre-treatment': 2, pending: 1, delivering: 1, delivered: 1 };
    const counts = { total: 8, ...underWay, ended: 3, cancelled: 0 };
    for (const visitor of [supervisor, admin]) expect((await get(visitor, 'orders')).body).toEqual(counts);
  });

  it('counts users by type, including types without users', async () => {
    expect((await get(admin, 'users')).body).toEqual({
      total: 7,
      active: 6,
      inactive: 1,
      byType: {
        customer: 2,
        pharmacy: 1,
        deliveryPerson: 1,
        agent: 1,
        partnerDoctor: 0,
        supervisor: 1,
        superAdmin: 1,
      },
    });
  });
});

it('does not count users whose data has been removed', async () => {
  const before = (await get(admin, 'users')).body.total;
  await buildUser(server.db, { type: 'customer', phone: null, passwordHash: null, active: false });
  expect((await get(admin, 'users')).body.total).toBe(before);
});

it('returns sums above the largest single amount as whole numbers', async () => {
  const pharmacy = await server.signIn('pharmacy');
  const buyer = await server.signIn('customer');
  const medication = await buildMedication(server.db, { price: 90_000 });
  const people = { customerId: buyer.row.id, pharmacyId: pharmacy.row.id };
  const zone = await buildZone(server.db, { label: 'Zogbo', price: 500 });
  const items = [{ medication, quantity: 999 }];
  for (let n = 0; n < 25; n += 1) await buildOrder(server.db, { state: 'ended', ...people, zone, items });
  const { body } = await server.call(pharmacy, 'GET', '/orders');
  expect(body.revenue).toBe(25 * 999 * 90_000);
  const stats = await get(buyer, 'dashboard');
  expect(stats.body.totalSpent).toBe(25 * (500 + (999 * 90_000 * 11) / 10));
});

describe('orders on several days', () => {
  const FROM = '2026-11-16';
  const within = (max: number) => fc.integer({ min: 0, max });
  const oneOrder = fc.record({
    state: fc.constantFrom<OrderState>(...orderStates),
    day: within(3),
    // Often on the boundaries of a day in Benin (23:00 UTC).
    minute: fc.oneof(fc.constant(0), fc.constant(1439), within(1439)),
    zone: within(2),
    medication: within(1),
    quantity: fc.integer({ min: 1, max: 5 }),
    paidAfter: within(30),
  });
  const plan = fc.sample(oneOrder, 40);

  beforeAll(async () => {
    const served = [];
    for (const price of [0, 505, 1_000]) served.push(await buildZone(server.db, { price }));
    const medications = [
      await buildMedication(server.db, { price: 1_005 }),
      await buildMedication(server.db),
    ];
    const customerId = (await buildUser(server.db, { type: 'customer' })).id;
    const people = {
      pharmacyId: (await buildUser(server.db, { type: 'pharmacy' })).id,
      deliveryPersonId: (await buildUser(server.db, { type: 'deliveryPerson' })).id,
    };
    for (const { state, day, minute, zone, medication, quantity, paidAfter } of plan) {
      const midnight = Date.parse(`${addDays(FROM, day - 1)}T00:00:00+01:00`);
      const createdAt = new Date(midnight + minute * MINUTE_MS);
      const order = await buildOrder(server.db, {
        state,
        customerId,
        createdAt,
        zone: served[zone]!,
        items: [{ medication: medications[medication]!, quantity }],
        ...(isPaidState(state) ? people : {}),
      });
      if (order.paymentId !== null)
        await server.db
          .update(payments)
          .set({ settledAt: new Date(createdAt.getTime() + paidAfter * MINUTE_MS) })
          .where(eq(payments.id, order.paymentId));
    }
    // Payments are settled before the delivery, not after.
    await mendCounts(server.db);
    // Renamed and deleted later: its orders remain.
    await server.db
      .update(zones)
      .set({ label: 'Zone d’hier', deletedAt: server.clock.now() })
      .where(eq(zones.price, 505));
  });

  it('match sums computed from the rows', async () => {
    const { status, body } = await readDays(`?from=${FROM}&to=${TODAY}`);
    const rows = await server.db
      .select({ order: orders, paidAt: payments.settledAt, zone: zones })
      .from(orders)
      .innerJoin(zones, eq(zones.id, orders.zoneId))
      .leftJoin(payments, eq(payments.id, orders.paymentId));
    const delivered = new Map(
      (await server.db.select().from(orderEvents))
        .filter(({ to }) => to === 'delivered')
        .map(({ orderId, at }) => [orderId, at]),
    );
    const counted = rows
      .filter(({ order }) => dayInBenin(order.createdAt) >= FROM && dayInBenin(order.createdAt) <= TODAY)
      .map(({ order, paidAt, zone }) => {
        const arrived = delivered.get(order.id);
        const minutes = paidAt && arrived ? (arrived.getTime() - paidAt.getTime()) / MINUTE_MS : null;
        return { ...order, zone, day: dayInBenin(order.createdAt), minutes };
      });
    const figures = (some: typeof counted) => ({
      orders: some.length,
      revenue: some.reduce((sum, { paid }) => sum + paid, 0),
    });
    const days = Array.from({ length: 5 }, (_, index) => addDays(FROM, index));
    const ofDay = (day: string) => counted.filter((order) => order.day === day);
    expect(status).toBe(200);
    expect(body).toEqual({
      from: FROM,
      to: TODAY,
      days: days.map((day) => ({ day, ...figures(ofDay(day)), deliveryMinutes: median(ofDay(day)) })),
      states: Object.fromEntries(
        orderStates.map((state) => [state, counted.filter((order) => order.state === state).length]),
      ),
      zones: [...Map.groupBy(counted, ({ zone }) => zone.id).values()]
        .map((some) => ({ _id: some[0]!.zone.id, label: some[0]!.zone.label, ...figures(some) }))
        .sort((a, b) => b.orders - a.orders || a.label.localeCompare(b.label, 'fr')),
      deliveryMinutes: median(counted),
    });
    // The dashboard's figures are the sums over all days.
    const whole = (await readDays('?from=2026-11-01&to=2026-11-30')).body.days;
    const sum = (key: 'orders' | 'revenue') =>
      whole.reduce((total: number, day: Record<typeof key, number>) => total + day[key], 0);
    const dashboard = (await get(admin, 'dashboard')).body.orders;
    expect([sum('orders'), sum('revenue')]).toEqual([dashboard.total, dashboard.totalRevenue]);
  });
});

/** Rounds half to even, as PostgreSQL does; null without values. */
function median(some: readonly { minutes: number | null }[]): number | null {
  const sorted = some.flatMap(({ minutes }) => minutes ?? []).sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  const middle = (sorted.length - 1) / 2;
  const exact = (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
  // PostgreSQL rounds a half of a double precision to the even neighbour.
  const floor = Math.floor(exact);
  return exact - floor === 0.5 ? floor + (floor % 2) : Math.round(exact);
}
