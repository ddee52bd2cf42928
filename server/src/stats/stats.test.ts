import { type OrderState, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { userTypes } from '@amasin/domain/users/user-type.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { buildUser } from '../builders/user.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const FORBIDDEN = { success: false, code: 'FORBIDDEN', message: "Vous n'avez pas accès à cette action" };

let server: TestApp;
let admin: Visitor;
let supervisor: Visitor;
let customer: Visitor;

// One medicine at 1,005 F twice, 500 F of delivery: 2,010 + 500 + 201 of commission = 2,711 F per order.
const TOTAL = 2_711;
const mine: OrderState[] = [
  'pre-treatment',
  'pre-treatment',
  'pending',
  'delivering',
  'delivered',
  'ended',
  'ended',
];

beforeAll(async () => {
  server = await startTestApp();
  admin = await server.signIn('superAdmin');
  supervisor = await server.signIn('supervisor');
  customer = await server.signIn('customer');
});
afterAll(() => server.close());

const get = (visitor: Visitor | null, name: string) => server.call(visitor, 'GET', `/stats/${name}`);

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
});

describe('with orders', () => {
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
    expect(status).toBe(200);
    expect(body).toEqual({
      totalOrders: 7,
      pendingOrders: 4,
      deliveredOrders: 3,
      totalSpent: 5 * TOTAL,
    });
    expect((await get(stranger, 'dashboard')).body).toEqual({
      totalOrders: 1,
      pendingOrders: 0,
      deliveredOrders: 1,
      totalSpent: TOTAL,
    });
  });

  it('returns everything to the super administrator, amounts over paid orders only', async () => {
    expect((await get(admin, 'dashboard')).body).toEqual({
      users: { total: 7 },
      orders: {
        total: 8,
        ended: 3,
        pending: 5,
        totalRevenue: 6 * TOTAL,
        commission: 6 * 201,
        deliveryFees: 6 * 500,
      },
    });
  });

  it('counts orders by state, without amounts', async () => {
    const counts = {
      total: 8,
      'pre-treatment': 2,
      pending: 1,
      delivering: 1,
      delivered: 1,
      ended: 3,
      cancelled: 0,
    };
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

describe('access', () => {
  const readers = {
    dashboard: ['customer', 'superAdmin'],
    orders: ['supervisor', 'superAdmin'],
    users: ['superAdmin'],
  };
  const refused = Object.entries(readers).flatMap(([name, allowed]) =>
    userTypes.filter((type) => !allowed.includes(type)).map((type) => ({ name, type })),
  );

  it.each(refused)('returns 403 when a $type requests $name', async ({ name, type }) => {
    expect(await get(await server.signIn(type), name)).toMatchObject({ status: 403, body: FORBIDDEN });
  });

  it.each(Object.keys(readers))('returns 401 for %s without a session', async (name) => {
    expect((await get(null, name)).status).toBe(401);
  });
});

it('does not count users whose data has been removed', async () => {
  const before = (await get(admin, 'users')).body.total;
  await buildUser(server.db, { type: 'customer', phone: null, passwordHash: null, active: false });
  expect((await get(admin, 'users')).body.total).toBe(before);
});
