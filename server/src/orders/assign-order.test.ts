import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { type OrderRow, orderEvents, orders } from '../database/schema/orders.ts';
import { users } from '../database/schema/users.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { noticesOf } from '../testing/notices.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const NOT_AVAILABLE = "Cette personne n'est pas disponible pour cette commande";

let server: TestApp;
let supervisor: Visitor;
let customer: Visitor;
const visitors: Record<string, Visitor> = {};

beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor');
  for (const name of ['pharmacy', 'pharmacy2']) visitors[name] = await server.signIn('pharmacy');
  for (const name of ['courier', 'courier2']) visitors[name] = await server.signIn('deliveryPerson');
  for (const name of ['agent', 'agent2']) visitors[name] = await server.signIn('agent');
});
beforeEach(async () => {
  customer = await server.signIn('customer');
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const idOf = (name: string) => visitors[name]!.row.id;
const nameOf = (name: string) => visitors[name]!.row.name;
const assign = (order: OrderRow, body: object, visitor = supervisor) =>
  server.call(visitor, 'PATCH', `/orders/${order.id}/assign`, body);
const rowOf = async (id: string) => (await server.db.select().from(orders).where(eq(orders.id, id)))[0]!;
const build = (change: Parameters<typeof buildOrder>[1] = {}) =>
  buildOrder(server.db, { customerId: customer.row.id, ...change });
const unread = (agentId: string | null = null) => build({ state: 'pre-treatment', items: [], agentId });
const eventsOf = async ({ id }: OrderRow) =>
  (await server.db.select().from(orderEvents).where(eq(orderEvents.orderId, id)).orderBy(orderEvents.id)).map(
    ({ action, from, to, actorId }) => ({ action, from, to, actorId }),
  );

describe('assigning an order', () => {
  it('to a pharmacy, then to a delivery person: responses, events and notifications (rules 9, 12, 36)', async () => {
    const order = await build();
    const first = await assign(order, { pharmacy: idOf('pharmacy') });
    expect(first).toMatchObject({ status: 200, body: { order: { pharmacy: { name: nameOf('pharmacy') } } } });
    const second = await assign(order, { deliveryPerson: idOf('courier') });
    expect(second.body.order.deliveryPerson).toEqual({
      _id: idOf('courier'),
      name: nameOf('courier'),
      phone: visitors.courier!.row.phone,
    });
    expect((await eventsOf(order)).slice(1)).toEqual([
      { action: 'assign-pharmacy', from: null, to: idOf('pharmacy'), actorId: supervisor.row.id },
      { action: 'assign-delivery-person', from: null, to: idOf('courier'), actorId: supervisor.row.id },
    ]);
    expect(await noticesOf(server, order.number, { ...visitors, customer, supervisor })).toEqual([
      ['pharmacy', 'Commande assignée'],
      ['customer', 'Votre commande avance'],
      ['customer', 'Votre commande avance'],
      ['courier', 'Commande assignée'],
    ]);
  });

  it('to an in-house pharmacist, while its prescription is unread', async () => {
    const order = await unread();
    expect((await assign(order, { agent: idOf('agent') })).body.order.agent.name).toBe(nameOf('agent'));
    expect(await noticesOf(server, order.number, { ...visitors, customer })).toEqual([
      ['agent', 'Commande assignée'],
      ['customer', 'Votre commande avance'],
    ]);
  });

  it('to the same user again returns 200, without a second event or notification', async () => {
    const order = await build();
    const body = { pharmacy: idOf('pharmacy') };
    const first = await assign(order, body);
    const admin = await server.signIn('superAdmin');
    for (const who of [supervisor, admin]) {
      expect((await assign(order, body, who)).body.order.pharmacy).toEqual(first.body.order.pharmacy);
    }
    const inCapitals = await assign(order, { pharmacy: idOf('pharmacy').toUpperCase() });
    expect(inCapitals.body.order.pharmacy).toEqual(first.body.order.pharmacy);
    expect(await eventsOf(order)).toHaveLength(2);
    expect(await noticesOf(server, order.number, visitors)).toHaveLength(2);
  });
});

describe('a user who cannot be assigned: 422', () => {
  const bad: [string, 'pharmacy' | 'deliveryPerson' | 'agent', () => Promise<string>][] = [
    ['a customer as courier', 'deliveryPerson', async () => (await server.signIn('customer')).row.id],
    ['a courier as pharmacy', 'pharmacy', async () => idOf('courier')],
    ['a pharmacy as courier', 'deliveryPerson', async () => idOf('pharmacy')],
    ['a supervisor as pharmacist', 'agent', async () => supervisor.row.id],
    ['an unknown id', 'pharmacy', async () => '01930000-0000-7000-8000-000000000000'],
    ['a disabled pharmacy', 'pharmacy', () => off('pharmacy')],
    ['a disabled courier', 'deliveryPerson', () => off('deliveryPerson')],
    ['a disabled pharmacist', 'agent', () => off('agent')],
    [
      'a pharmacy that is not a partner',
      'pharmacy',
      async () => (await server.signIn('pharmacy', { isPartner: false })).row.id,
    ],
  ];
  const off = async (type: 'pharmacy' | 'deliveryPerson' | 'agent') =>
    (await server.signIn(type, { active: false })).row.id;

  it.each(bad)('%s', async (_name, role, make) => {
    const order = role === 'agent' ? await unread() : await build({ pharmacyId: idOf('pharmacy') });
    const { status, body } = await assign(order, { [role]: await make(), replaces: idOf('pharmacy') });
    expect([status, body.message]).toEqual([422, NOT_AVAILABLE]);
    expect(await rowOf(order.id)).toEqual(order);
  });

  it('returns 422 for two users, none, or an invalid id', async () => {
    const order = await build();
    const two = { pharmacy: idOf('pharmacy'), deliveryPerson: idOf('courier') };
    for (const body of [two, {}, { replaces: idOf('pharmacy') }, { pharmacy: 'x' }, { pharmacy: null }]) {
      expect((await assign(order, body)).status).toBe(422);
    }
    expect(await rowOf(order.id)).toEqual(order);
  });
});

describe('in the wrong state', () => {
  it('returns 409 for a delivery person before a pharmacy (PHARMACY_FIRST)', async () => {
    const { status, body } = await assign(await build(), { deliveryPerson: idOf('courier') });
    expect([status, body.code]).toEqual([409, 'PHARMACY_FIRST']);
    expect(body.message).toBe('Assignez d’abord une pharmacie à cette commande');
  });

  it('returns 409 for a pharmacy or a delivery person before the payment, and for a pharmacist once it has items', async () => {
    const waiting = await build({ state: 'pre-treatment', itemsWrittenById: idOf('agent') });
    for (const body of [{ pharmacy: idOf('pharmacy') }, { deliveryPerson: idOf('courier') }]) {
      const response = await assign(waiting, body);
      expect([response.status, response.body.code]).toEqual([409, 'STATE_CHANGED']);
    }
    const treated = await assign(waiting, { agent: idOf('agent') });
    expect([treated.status, treated.body.code]).toEqual([409, 'ALREADY_TREATED']);
    const late = await assign(await build(), { agent: idOf('agent') });
    expect(late.body.message).toBe('Action impossible : la commande est déjà « En attente »');
  });

  it.each(['delivering', 'delivered', 'ended'] as const)(
    'returns 409 for another user once it is %s, except a courier while delivering',
    async (state) => {
      const order = await build({ state, pharmacyId: idOf('pharmacy'), deliveryPersonId: idOf('courier') });
      const pharmacy = await assign(order, { pharmacy: idOf('pharmacy2'), replaces: idOf('pharmacy') });
      expect([pharmacy.status, pharmacy.body.code]).toEqual([409, 'STATE_CHANGED']);
      const courier = await assign(order, { deliveryPerson: idOf('courier2'), replaces: idOf('courier') });
      // A courier may be replaced while delivering: an accident, a disabled account (rule 9).
      expect(courier.status).toBe(state === 'delivering' ? 200 : 409);
      const { pharmacyId, deliveryPersonId } = await rowOf(order.id);
      expect([pharmacyId, deliveryPersonId]).toEqual([
        idOf('pharmacy'),
        idOf(state === 'delivering' ? 'courier2' : 'courier'),
      ]);
    },
  );
});

describe('assigning another user to a role', () => {
  const roles = ['pharmacy', 'deliveryPerson', 'agent'] as const;
  const current = { pharmacy: 'pharmacy', deliveryPerson: 'courier', agent: 'agent' } as const;
  const next = { pharmacy: 'pharmacy2', deliveryPerson: 'courier2', agent: 'agent2' } as const;
  const taken = (role: (typeof roles)[number]) =>
    role === 'agent'
      ? unread(idOf('agent'))
      : build({ pharmacyId: idOf('pharmacy'), deliveryPersonId: idOf('courier') });

  it.each(roles)('returns 409 with the name of the assigned %s', async (role) => {
    const order = await taken(role);
    for (const replaces of [undefined, null, idOf(next[role])]) {
      const { status, body } = await assign(order, { [role]: idOf(next[role]), replaces });
      expect([status, body.code]).toEqual([409, 'ALREADY_ASSIGNED']);
      expect(body.message).toBe(`Commande déjà assignée à ${nameOf(current[role])}`);
    }
    expect(await rowOf(order.id)).toEqual(order);
  });

  it.each(roles)(
    'replaces the %s that the body names, and notifies both, and the courier of a new pharmacy',
    async (role) => {
      const order = await taken(role);
      const before = current[role];
      const after = next[role];
      const { status, body } = await assign(order, { [role]: idOf(after), replaces: idOf(before) });
      expect([status, body.order[role].name]).toEqual([200, nameOf(after)]);
      expect((await eventsOf(order)).at(-1)).toMatchObject({
        action: expect.stringMatching(/^replace-/),
        from: idOf(before),
        to: idOf(after),
      });
      expect(await noticesOf(server, order.number, { ...visitors, customer })).toEqual([
        [after, 'Commande assignée'],
        ['customer', 'Votre commande avance'],
        [before, 'Commande reprise'],
        ...(role === 'pharmacy' ? [['courier', 'Pharmacie changée']] : []),
      ]);
    },
  );

  it('replaces a courier disabled while delivering; the new one delivers, the old one receives 404', async () => {
    const before = await server.signIn('deliveryPerson');
    const order = await build({
      state: 'delivering',
      pharmacyId: idOf('pharmacy'),
      deliveryPersonId: before.row.id,
    });
    await server.db.update(users).set({ active: false }).where(eq(users.id, before.row.id));
    await assign(order, { deliveryPerson: idOf('courier'), replaces: before.row.id });
    await server.db.update(users).set({ active: true }).where(eq(users.id, before.row.id));
    const path = `/orders/${order.id}/status`;
    expect((await server.call(before, 'PATCH', path, { status: 'delivered' })).status).toBe(404);
    expect((await server.call(visitors.courier!, 'PATCH', path, { status: 'delivered' })).status).toBe(200);
  });
});

it('only supervisors may assign', async () => {
  const order = await build();
  for (const type of ['customer', 'pharmacy', 'deliveryPerson', 'agent', 'partnerDoctor'] as const) {
    const response = await assign(order, { pharmacy: idOf('pharmacy') }, await server.signIn(type));
    expect(response.status).toBe(403);
  }
});
