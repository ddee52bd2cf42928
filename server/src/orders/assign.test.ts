import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildOrder, type OrderFields } from '../builders/order.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { users } from '../database/schema/users.ts';
import { noticesOf } from '../testing/notices.ts';
import type { Visitor } from '../testing/test-app.ts';
import { whileLocked } from '../testing/while-locked.ts';
import {
  assign as assignAs,
  buildUnpaid,
  buildUnread,
  eventsOf,
  orderRow,
  server,
  setState,
  signInAll,
  startServer,
} from './orders.fixture.ts';

const types = {
  pharmacy: 'pharmacy',
  pharmacy2: 'pharmacy',
  courier: 'deliveryPerson',
  courier2: 'deliveryPerson',
  agent: 'agent',
  agent2: 'agent',
  supervisor: 'supervisor',
} as const;
type Name = keyof typeof types;
type Role = 'pharmacy' | 'deliveryPerson' | 'agent';

let people: Record<Name, Visitor>;
let customer: Visitor;

startServer({}, async () => {
  people = await signInAll(types);
});
beforeEach(async () => {
  customer = await server.signIn('customer');
});

const idOf = (name: Name) => people[name].row.id;
const nameOf = (name: Name) => people[name].row.name;
const assign = ({ id }: OrderRow, body: object, who = people.supervisor) => assignAs(who, id, body);
const build = (change: Partial<OrderFields> = {}) =>
  buildOrder(server.db, { customerId: customer.row.id, ...change });
const notices = (order: OrderRow) => noticesOf(server, order.number, { ...people, customer });

describe('assigning an order', () => {
  it('to a pharmacy, then to a courier, tells each and the customer (rules 9, 12, 36)', async () => {
    const order = await build();
    const first = await assign(order, { pharmacy: idOf('pharmacy'), deliveryPerson: null, agent: null });
    expect([first.status, first.body.order]).toMatchObject([
      200,
      { pharmacy: { name: nameOf('pharmacy') }, deliveryPerson: null, agent: null },
    ]);
    const second = await assign(order, { pharmacy: null, deliveryPerson: idOf('courier'), replaces: null });
    const { phone } = people.courier.row;
    expect(second.body.order.deliveryPerson).toEqual({
      _id: idOf('courier'),
      name: nameOf('courier'),
      phone,
    });
    const actorId = idOf('supervisor');
    expect((await eventsOf(order.id)).slice(1)).toMatchObject([
      { action: 'assign-pharmacy', from: null, to: idOf('pharmacy'), actorId },
      { action: 'assign-delivery-person', from: null, to: idOf('courier'), actorId },
    ]);
    expect(await notices(order)).toEqual([
      ['pharmacy', 'Commande assignée'],
      ['customer', 'Votre commande avance'],
      ['customer', 'Votre commande avance'],
      ['courier', 'Commande assignée'],
    ]);
  });

  it('to an in-house pharmacist, while its prescription is unread', async () => {
    const order = await buildUnread(customer);
    const { body } = await assign(order, { pharmacy: null, deliveryPerson: null, agent: idOf('agent') });
    expect(body.order).toMatchObject({ pharmacy: null, agent: { name: nameOf('agent') } });
    expect(await notices(order)).toEqual([
      ['agent', 'Commande assignée'],
      ['customer', 'Votre commande avance'],
    ]);
  });

  it('tells the courier of the moment when a pharmacy is replaced, not the one who was replaced meanwhile', async () => {
    const order = await build({ pharmacyId: idOf('pharmacy'), deliveryPersonId: idOf('courier') });
    await whileLocked(server.pool, {
      first: { text: 'select from users where id = $1 for update', values: [idOf('pharmacy2')] },
      second: () => assign(order, { pharmacy: idOf('pharmacy2'), replaces: idOf('pharmacy') }),
      meanwhile: () => assign(order, { deliveryPerson: idOf('courier2'), replaces: idOf('courier') }),
    });
    const told = await notices(order);
    expect(told).toContainEqual(['courier2', 'Pharmacie changée']);
    expect(told).not.toContainEqual(['courier', 'Pharmacie changée']);
  });

  it('to the same user again changes and tells nothing', async () => {
    const order = await build();
    const body = { pharmacy: idOf('pharmacy') };
    const first = await assign(order, body);
    const again = [
      await assign(order, body),
      await assign(order, body, await server.signIn('superAdmin')),
      await assign(order, { pharmacy: idOf('pharmacy').toUpperCase() }),
    ];
    for (const each of again) expect(each.body.order.pharmacy).toEqual(first.body.order.pharmacy);
    expect(await eventsOf(order.id)).toHaveLength(2);
    expect(await notices(order)).toHaveLength(2);
  });
});

describe('who and what cannot be assigned', () => {
  const make = async (...given: Parameters<typeof server.signIn>) => (await server.signIn(...given)).row.id;
  it.each<[string, Role, () => Promise<string> | string]>([
    ['a customer as courier', 'deliveryPerson', () => make('customer')],
    ['a courier as pharmacy', 'pharmacy', () => idOf('courier')],
    ['a pharmacy as courier', 'deliveryPerson', () => idOf('pharmacy')],
    ['a supervisor as pharmacist', 'agent', () => idOf('supervisor')],
    ['an unknown id', 'pharmacy', () => v7()],
    ['a disabled pharmacy', 'pharmacy', () => make('pharmacy', { active: false })],
    ['a disabled courier', 'deliveryPerson', () => make('deliveryPerson', { active: false })],
    ['a disabled pharmacist', 'agent', () => make('agent', { active: false })],
    ['a pharmacy that is no partner', 'pharmacy', () => make('pharmacy', { isPartner: false })],
  ])('%s: 422', async (_name, role, idFor) => {
    const order =
      role === 'agent' ? await buildUnread(customer) : await build({ pharmacyId: idOf('pharmacy') });
    const { status, body } = await assign(order, { [role]: await idFor(), replaces: idOf('pharmacy') });
    expect([status, body.message]).toEqual([422, "Cette personne n'est pas disponible pour cette commande"]);
    expect(await orderRow(order.id)).toEqual(order);
  });

  it('two users, none, or an invalid id: 422', async () => {
    const order = await build();
    const two = { pharmacy: idOf('pharmacy'), deliveryPerson: idOf('courier') };
    for (const body of [two, {}, { replaces: idOf('pharmacy') }, { pharmacy: 'x' }, { pharmacy: null }])
      expect((await assign(order, body)).status).toBe(422);
    expect(await orderRow(order.id)).toEqual(order);
  });

  it('a courier before a pharmacy: 409', async () => {
    const { status, body } = await assign(await build(), { deliveryPerson: idOf('courier') });
    const message = 'Assignez d’abord une pharmacie à cette commande';
    expect([status, body.code, body.message]).toEqual([409, 'PHARMACY_FIRST', message]);
  });

  it('a pharmacy or a courier before the payment, and a pharmacist once it has items: 409', async () => {
    const waiting = await buildUnpaid(customer, people.agent);
    for (const body of [{ pharmacy: idOf('pharmacy') }, { deliveryPerson: idOf('courier') }])
      expect(await assign(waiting, body)).toMatchObject({ status: 409, body: { code: 'STATE_CHANGED' } });
    const treated = await assign(waiting, { agent: idOf('agent') });
    expect(treated).toMatchObject({ status: 409, body: { code: 'ALREADY_TREATED' } });
    const late = await assign(await build(), { agent: idOf('agent') });
    expect(late.body.message).toBe('Action impossible : la commande est déjà « En attente »');
  });

  // A courier may be replaced while delivering: an accident, a disabled account (rule 9).
  it.each(['delivering', 'delivered', 'ended'] as const)(
    'another user once it is %s: 409, except a courier while delivering',
    async (state) => {
      const order = await build({ state, pharmacyId: idOf('pharmacy'), deliveryPersonId: idOf('courier') });
      const pharmacy = await assign(order, { pharmacy: idOf('pharmacy2'), replaces: idOf('pharmacy') });
      expect(pharmacy).toMatchObject({ status: 409, body: { code: 'STATE_CHANGED' } });
      const courier = await assign(order, { deliveryPerson: idOf('courier2'), replaces: idOf('courier') });
      expect(courier.status).toBe(state === 'delivering' ? 200 : 409);
      expect(await orderRow(order.id)).toMatchObject({
        pharmacyId: idOf('pharmacy'),
        deliveryPersonId: idOf(state === 'delivering' ? 'courier2' : 'courier'),
      });
    },
  );
});

describe('assigning another user to a role', () => {
  const roles = [
    { role: 'pharmacy', before: 'pharmacy', after: 'pharmacy2' },
    { role: 'deliveryPerson', before: 'courier', after: 'courier2' },
    { role: 'agent', before: 'agent', after: 'agent2' },
  ] as const;
  const assigned = (role: Role) =>
    role === 'agent'
      ? buildUnread(customer, { agentId: idOf('agent') })
      : build({ pharmacyId: idOf('pharmacy'), deliveryPersonId: idOf('courier') });

  it.each(roles)('names the $role who has the order, with 409', async ({ role, before, after }) => {
    const order = await assigned(role);
    for (const replaces of [undefined, null, idOf(after)]) {
      const { status, body } = await assign(order, { [role]: idOf(after), replaces });
      const message = `Commande déjà assignée à ${nameOf(before)}`;
      expect([status, body.code, body.message]).toEqual([409, 'ALREADY_ASSIGNED', message]);
    }
    expect(await orderRow(order.id)).toEqual(order);
  });

  it.each(roles)('replaces the $role that it names, and tells both', async ({ role, before, after }) => {
    const order = await assigned(role);
    const { status, body } = await assign(order, { [role]: idOf(after), replaces: idOf(before) });
    expect([status, body.order[role].name]).toEqual([200, nameOf(after)]);
    expect((await eventsOf(order.id)).at(-1)).toMatchObject({
      action: expect.stringMatching(/^replace-/),
      from: idOf(before),
      to: idOf(after),
    });
    expect(await notices(order)).toEqual([
      [after, 'Commande assignée'],
      ['customer', 'Votre commande avance'],
      [before, 'Commande reprise'],
      ...(role === 'pharmacy' ? [['courier', 'Pharmacie changée']] : []),
    ]);
  });

  it('lets the new courier of a disabled one deliver, and answers 404 to the old one', async () => {
    const before = await server.signIn('deliveryPerson');
    const change = { pharmacyId: idOf('pharmacy'), deliveryPersonId: before.row.id };
    const order = await build({ state: 'delivering', ...change });
    const setActive = (active: boolean) =>
      server.db.update(users).set({ active }).where(eq(users.id, before.row.id));
    await setActive(false);
    await assign(order, { deliveryPerson: idOf('courier'), replaces: before.row.id });
    await setActive(true);
    expect((await setState(before, order.id, 'delivered')).status).toBe(404);
    expect((await setState(people.courier, order.id, 'delivered')).status).toBe(200);
  });
});
