import { type OrderState, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { type OrderRow, orderEvents, orders } from '../database/schema/orders.ts';
import { entries, journals } from '../database/schema/payouts.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { noticesOf } from '../testing/notices.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

type Who = 'customer' | 'pharmacy' | 'courier' | 'agent' | 'doctor' | 'supervisor' | 'admin';

let server: TestApp;
let visitors: Record<Who | 'stranger' | 'otherCourier' | 'otherSupervisor', Visitor>;

beforeAll(async () => {
  server = await startTestApp();
  visitors = {
    customer: await server.signIn('customer'),
    stranger: await server.signIn('customer'),
    pharmacy: await server.signIn('pharmacy'),
    courier: await server.signIn('deliveryPerson'),
    otherCourier: await server.signIn('deliveryPerson'),
    agent: await server.signIn('agent'),
    doctor: await server.signIn('partnerDoctor'),
    supervisor: await server.signIn('supervisor'),
    otherSupervisor: await server.signIn('supervisor'),
    admin: await server.signIn('superAdmin'),
  };
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

/** An order of these people in a state; in pre-treatment it has items and is not paid. */
const orderIn = (state: OrderState, change = {}) =>
  buildOrder(server.db, {
    state,
    customerId: visitors.customer.row.id,
    ...(state === 'pre-treatment' || state === 'cancelled'
      ? { itemsWrittenById: visitors.agent.row.id }
      : { pharmacyId: visitors.pharmacy.row.id, deliveryPersonId: visitors.courier.row.id }),
    supervisorId: visitors.otherSupervisor.row.id,
    ...change,
  });
const move = (who: Visitor, order: OrderRow, to: string, key = 'status') =>
  server.call(who, 'PATCH', `/orders/${order.id}/status`, { [key]: to });
const rowOf = async (id: string) => (await server.db.select().from(orders).where(eq(orders.id, id)))[0]!;
const eventsOf = (id: string) =>
  server.db.select().from(orderEvents).where(eq(orderEvents.orderId, id)).orderBy(asc(orderEvents.id));

const refused = Object.fromEntries(orderStates.map((state) => [state, '333333'])) as Record<
  OrderState,
  string
>;

/**
 * The response to each user who requests each state (columns) for an order in each state (rows), by
 * rule 8: 2 moves the order, S repeats their own move, 3 another role's move, 9 not from this state, 0 outside their
 * scope, P not paid.
 */
const expected: Record<Who, Record<OrderState, string>> = {
  //               to: pre-treatment, pending, delivering, delivered, ended, cancelled
  customer: {
    'pre-treatment': '9P3332',
    pending: '9S3339',
    delivering: '993339',
    delivered: '993339',
    ended: '993339',
    cancelled: '99333S',
  },
  courier: {
    'pre-treatment': '000000',
    pending: '932933',
    delivering: '93S233',
    delivered: '939S33',
    ended: '939933',
    cancelled: '000000',
  },
  supervisor: {
    'pre-treatment': '933392',
    pending: '933399',
    delivering: '933399',
    delivered: '933329',
    ended: '933399',
    cancelled: '933399',
  },
  admin: {
    'pre-treatment': '933392',
    pending: '933399',
    delivering: '933399',
    delivered: '933329',
    ended: '933399',
    cancelled: '933399',
  },
  pharmacy: refused,
  agent: refused,
  doctor: refused,
};
const statusOf: Record<string, number> = { 2: 200, S: 200, 3: 403, 9: 409, 0: 404, P: 402 };

describe('PATCH /orders/{id}/status for every user, state and requested state', () => {
  const cells = Object.entries(expected).flatMap(([who, rows]) =>
    orderStates.flatMap((from) =>
      orderStates.map((to, column) => ({ who: who as Who, from, to, mark: rows[from][column]! })),
    ),
  );

  it.each(cells)('$who, from $from to $to: $mark', async ({ who, from, to, mark }) => {
    const order = await orderIn(from);
    const response = await move(visitors[who], order, to);
    expect(response.status).toBe(statusOf[mark]);
    const after = await rowOf(order.id);
    if (mark === '2') {
      expect(response.body.order).toMatchObject({ _id: order.id, state: to });
      const cancelled = to === 'cancelled' && { cancelReason: 'customer' };
      const ended = to === 'ended' && { endedAt: server.clock.now() };
      expect(after).toEqual({ ...order, state: to, ...cancelled, ...ended });
    } else {
      expect(after).toEqual(order);
    }
  });
});

describe('the message of a 409', () => {
  it.each<[Who, OrderState, OrderState, string]>([
    ['courier', 'pending', 'delivered', 'À récupérer'],
    ['courier', 'delivered', 'delivering', 'Livrée'],
    ['courier', 'ended', 'delivered', 'Terminée'],
    ['supervisor', 'pre-treatment', 'ended', 'Pré-traitement'],
    ['supervisor', 'pending', 'ended', 'En attente'],
    ['admin', 'delivering', 'ended', 'En livraison'],
    ['customer', 'delivering', 'pending', 'En livraison'],
    ['customer', 'pending', 'cancelled', 'En attente'],
    ['supervisor', 'cancelled', 'cancelled', 'Annulée'],
  ])('%s, from %s to %s: %s', async (who, from, to, word) => {
    const { status, body } = await move(visitors[who], await orderIn(from), to);
    expect({ status, body }).toEqual({
      status: 409,
      body: {
        success: false,
        code: 'STATE_CHANGED',
        message: `Action impossible : la commande est déjà « ${word} »`,
      },
    });
  });

  it('returns 422 for an unknown or missing state', async () => {
    const order = await orderIn('delivered');
    for (const body of [{ status: 'lost' }, { status: null }, {}, [], { status: ['ended'] }]) {
      const response = await server.call(visitors.supervisor, 'PATCH', `/orders/${order.id}/status`, body);
      expect([response.status, response.body.message]).toEqual([422, 'État inconnu']);
    }
  });
});

describe('a repeated move', () => {
  it.each<[Who, OrderState, OrderState]>([
    ['courier', 'pending', 'delivering'],
    ['courier', 'delivering', 'delivered'],
    ['supervisor', 'delivered', 'ended'],
  ])(
    'by the same %s (%s to %s) returns 200 unchanged, with one event and one notification',
    async (who, from, to) => {
      const order = await orderIn(from);
      const first = await move(visitors[who], order, to);
      server.clock.advance(60);
      for (const key of ['status', 'state']) {
        expect(await move(visitors[who], order, to, key)).toMatchObject({ status: 200, body: first.body });
      }
      const events = await eventsOf(order.id);
      expect(events.filter((event) => event.to === to)).toHaveLength(1);
      const notices = await noticesOf(server, order.number, visitors);
      expect(notices.filter(([name]) => name === 'customer')).toHaveLength(1);
    },
  );

  it('by another supervisor returns 409', async () => {
    const order = await orderIn('delivered');
    expect((await move(visitors.supervisor, order, 'ended')).status).toBe(200);
    for (const late of [visitors.otherSupervisor, visitors.admin]) {
      const { status, body } = await move(late, order, 'ended');
      expect([status, body.message]).toEqual([409, 'Action impossible : la commande est déjà « Terminée »']);
    }
  });
});

it('returns the same 404 for another user’s order and for an unknown one', async () => {
  const order = await orderIn('pending');
  const missing = await server.call(
    visitors.otherCourier,
    'PATCH',
    '/orders/01930000-0000-7000-8000-000000000000/status',
    { status: 'delivering' },
  );
  for (const visitor of [visitors.otherCourier, visitors.stranger]) {
    const response = await move(visitor, order, 'delivering');
    expect([response.status, response.body]).toEqual([404, missing.body]);
  }
  const unassigned = await orderIn('pending', { deliveryPersonId: null });
  expect((await move(visitors.courier, unassigned, 'delivering')).status).toBe(404);
});

it('writes timeline, notifications and ledger from pending to ended (rules 5, 12, 36)', async () => {
  const order = await orderIn('pending');
  await move(visitors.courier, order, 'delivering');
  server.clock.advance(600);
  await move(visitors.courier, order, 'delivered');
  server.clock.advance(600);
  const { body } = await move(visitors.supervisor, order, 'ended');
  expect(body.order).toMatchObject({ state: 'ended', allowedActions: [] });
  const { timeline } = (await server.call(visitors.customer, 'GET', `/orders/${order.id}/timeline`)).body;
  expect(timeline.slice(-3)).toEqual([
    { action: 'start-delivery', from: 'pending', to: 'delivering', ...by(visitors.courier, -1200) },
    { action: 'mark-delivered', from: 'delivering', to: 'delivered', ...by(visitors.courier, -600) },
    { action: 'end', from: 'delivered', to: 'ended', ...by(visitors.supervisor, 0) },
  ]);
  expect(await noticesOf(server, order.number, visitors)).toEqual([
    ['customer', 'En route'],
    ['customer', 'Commande livrée'],
    ['supervisor', 'Commande livrée'],
    ['otherSupervisor', 'Commande livrée'],
    ['customer', 'Commande terminée'],
  ]);
  const ending = await server.db
    .select({ account: entries.account, amount: entries.amount, beneficiaryId: entries.beneficiaryId })
    .from(entries)
    .innerJoin(journals, eq(journals.id, entries.journalId))
    .where(eq(journals.orderId, order.id))
    .orderBy(entries.id);
  // Without a prescription, the whole commission is the platform's.
  expect(ending.slice(-2)).toEqual([
    { account: 'commission', amount: 200, beneficiaryId: null },
    { account: 'platform', amount: -200, beneficiaryId: null },
  ]);
});

function by({ row }: Visitor, seconds: number) {
  const at = new Date(server.clock.now().getTime() + seconds * 1000).toISOString();
  return { actor: { name: row.name, type: row.type }, at, reason: null };
}
