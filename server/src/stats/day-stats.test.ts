import { addDays, dayInBenin } from '@amasin/domain/contract/dates.ts';
import { isPaidState, type OrderState, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { buildUser } from '../builders/user.ts';
import { orderEvents, orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { zones } from '../database/schema/places.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { mendCounts } from './queries.ts';

/** The test clock is at 10:00 UTC on this day. */
const TODAY = '2026-11-20';
const MINUTE_MS = 60_000;

let server: TestApp;
let admin: Visitor;
beforeAll(async () => {
  server = await startTestApp();
  admin = await server.signIn('superAdmin');
});
afterAll(() => server.close());

const get = (query = '') => server.call(admin, 'GET', `/stats/days${query}`);

it('returns thirty days of zeros before the first order', async () => {
  const { status, body } = await get();
  expect(status).toBe(200);
  expect(body).toMatchObject({ from: '2026-10-22', to: TODAY, zones: [], deliveryMinutes: null });
  expect(body.days).toHaveLength(30);
  expect(body.days[29]).toEqual({ day: TODAY, orders: 0, revenue: 0, deliveryMinutes: null });
  expect(body.states).toEqual(Object.fromEntries(orderStates.map((state) => [state, 0])));
});

it.each([
  ['?from=2026-01-01&to=2026-12-31', 'from', '92 jours au plus'],
  ['?from=2026-11-20&to=2026-11-19', 'to', 'La fin précède le début'],
  ['?from=hier', 'from', 'Date invalide'],
])('rejects %s', async (query, field, message) => {
  expect(await get(query)).toMatchObject({ status: 422, body: { fields: { [field]: message } } });
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
    const { status, body } = await get(`?from=${FROM}&to=${TODAY}`);
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
    const whole = (await get('?from=2026-11-01&to=2026-11-30')).body.days as {
      orders: number;
      revenue: number;
    }[];
    const sum = (key: 'orders' | 'revenue') => whole.reduce((total, day) => total + day[key], 0);
    const dashboard = (await server.call(admin, 'GET', '/stats/dashboard')).body.orders;
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
