import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildFile } from '../builders/file.ts';
import { buildDutyShift, buildPlace } from '../builders/place.ts';
import { buildUser, type UserFields } from '../builders/user.ts';
import { orders } from '../database/schema/orders.ts';
import { places } from '../database/schema/places.ts';
import { users } from '../database/schema/users.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { type Basket, fillBasket, openPayment, place, placePaidOrder, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let customer: Visitor;
let supervisor: Visitor;
let basket: Basket;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  customer = await server.signIn('customer');
  supervisor = await server.signIn('supervisor');
  basket = await fillBasket(server);
});

const pharmacy = (name: string, change: Partial<UserFields> = {}) =>
  buildUser(server.db, { type: 'pharmacy', name, latitude: 6.37, longitude: 2.39, ...change });
const wishing = (wishedPharmacy: unknown): Basket => {
  const order = { ...basket.order, wishedPharmacy };
  return { ...basket, order };
};
const read = async (id: string, reader = supervisor) =>
  (await server.call(reader, 'GET', `/orders/${id}`)).body.order;
const candidates = async (id: string): Promise<string[]> => {
  const { body } = await server.call(supervisor, 'GET', `/orders/${id}/candidates?role=pharmacy`);
  return body.candidates.map(({ _id }: { _id: string }) => _id);
};

describe('the pharmacy that a customer wishes for', () => {
  it('is shown to supervisors, and to no other reader of the order', async () => {
    const wished = await pharmacy('Souhaitée');
    const { _id } = await placePaidOrder(server, customer, wishing(wished.id));
    const name = { _id: wished.id, name: 'Souhaitée' };
    expect((await read(_id)).wishedPharmacy).toEqual(name);
    expect((await read(_id, await server.signIn('superAdmin'))).wishedPharmacy).toEqual(name);
    const other = await server.signIn('pharmacy');
    const courier = await server.signIn('deliveryPerson');
    for (const body of [{ pharmacy: other.row.id }, { deliveryPerson: courier.row.id }])
      expect((await server.call(supervisor, 'PATCH', `/orders/${_id}/assign`, body)).status).toBe(200);
    for (const reader of [customer, other, courier]) {
      const order = await read(_id, reader);
      expect(order._id).toBe(_id);
      expect(order).not.toHaveProperty('wishedPharmacy');
    }
  });

  it('is kept with a photographed order too', async () => {
    const wished = await pharmacy('Souhaitée');
    const { key } = await buildFile(server.db, { ownerId: customer.row.id });
    const body = { ...wishing(wished.id).order, prescription: { type: 'physical', url: key } };
    const { status, body: placed } = await server.call(customer, 'POST', '/orders', body);
    expect(status).toBe(201);
    expect((await read(placed.order._id)).wishedPharmacy).toMatchObject({ _id: wished.id });
  });

  it.each<[string, () => Promise<string | null>]>([
    ['is unknown', async () => v7()],
    ['is inactive', async () => (await pharmacy('Éteinte', { active: false })).id],
    ['is no partner', async () => (await pharmacy('Autre', { isPartner: false })).id],
    ['has no account', async () => (await buildPlace(server.db)).id],
    ['is not a pharmacy', async () => (await buildUser(server.db, { type: 'deliveryPerson' })).id],
    ['is null', async () => null],
  ])('is ignored when it %s; the order goes on', async (_, make) => {
    const { _id } = await placePaidOrder(server, customer, wishing(await make()));
    expect((await read(_id)).wishedPharmacy).toBeNull();
  });

  it('is refused when it is not an id', async () => {
    const { status, body } = await server.call(customer, 'POST', '/payments', wishing('Fifamè'));
    expect([status, Object.keys(body.fields)]).toEqual([422, ['order.wishedPharmacy']]);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['deactivated', (id) => server.db.update(users).set({ active: false }).where(eq(users.id, id))],
    ['deleted', (id) => server.db.delete(users).where(eq(users.id, id))],
  ])('is ignored when it was %s while the customer paid', async (_, change) => {
    const wished = await pharmacy('Partie');
    const { order } = wishing(wished.id);
    const { transactionId } = await openPayment(server, customer, { order });
    await change(wished.id);
    await providerDoes(server, transactionId, 'approve');
    const { status, body } = await place(server, customer, order, transactionId);
    expect(status).toBe(200);
    expect((await read(body.order._id)).wishedPharmacy).toBeNull();
  });

  it('leaves the order when its account is deleted', async () => {
    const wished = await pharmacy('Supprimée');
    const { _id } = await placePaidOrder(server, customer, wishing(wished.id));
    const admin = await server.signIn('superAdmin');
    expect((await server.call(admin, 'DELETE', `/users/${wished.id}`)).status).toBe(204);
    expect((await read(_id)).wishedPharmacy).toBeNull();
    expect(await server.db.select().from(orders).where(eq(orders.id, _id))).toHaveLength(1);
  });

  it('is found by the id of its place, when it was in the directory before', async () => {
    const wished = await pharmacy('Annuaire');
    const moved = v7();
    await server.db.update(places).set({ id: moved }).where(eq(places.accountId, wished.id));
    const { _id } = await placePaidOrder(server, customer, wishing(moved));
    expect((await read(_id)).wishedPharmacy).toMatchObject({ _id: wished.id });
    expect((await server.call(null, 'GET', `/pharmacies/${moved}`)).body.pharmacy).toMatchObject({
      accountId: wished.id,
    });
  });

  it('is the first candidate, until a pharmacy is assigned; another can be assigned', async () => {
    const near = await pharmacy('Proche', { latitude: 6.371 });
    const wished = await pharmacy('Loin', { latitude: 6.9 });
    const { _id } = await placePaidOrder(server, customer, wishing(wished.id));
    expect((await candidates(_id))[0]).toBe(wished.id);
    const { body } = await server.call(supervisor, 'PATCH', `/orders/${_id}/assign`, { pharmacy: near.id });
    expect(body.order).toMatchObject({ pharmacy: { _id: near.id }, wishedPharmacy: { _id: wished.id } });
    expect((await candidates(_id))[0]).not.toBe(wished.id);
  });

  it('comes after the pharmacies on duty at night, unless it is one of them', async () => {
    const wished = await pharmacy('Fermée la nuit');
    const { _id } = await placePaidOrder(server, customer, wishing(wished.id));
    const onDuty = await pharmacy('De garde', { latitude: 6.5 });
    await buildDutyShift(server.db, { placeId: onDuty.id });
    server.clock.advance(12 * 3_600);
    supervisor = await server.signIn('supervisor');
    expect((await candidates(_id))[0]).toBe(onDuty.id);
    await buildDutyShift(server.db, { placeId: wished.id });
    expect((await candidates(_id))[0]).toBe(wished.id);
  });
});

describe('one pharmacy, for a visitor', () => {
  it('has the fields of the directory', async () => {
    const { id } = await pharmacy('Pharmacie Lue');
    const { status, body } = await server.call(null, 'GET', `/pharmacies/${id}`);
    expect(status).toBe(200);
    expect(body.pharmacy).toMatchObject({ _id: id, name: 'Pharmacie Lue', isPartner: true, distance: null });
  });

  it.each<[string, () => Promise<string>]>([
    ['unknown', async () => v7()],
    ['not listed', async () => (await pharmacy('Éteinte', { active: false })).id],
    ['not an id', async () => 'fifame'],
  ])('404 when it is %s', async (_, make) => {
    expect((await server.call(null, 'GET', `/pharmacies/${await make()}`)).status).toBe(404);
  });
});
