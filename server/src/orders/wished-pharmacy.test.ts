import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildFile } from '../builders/file.ts';
import { buildDutyShift, buildPlace } from '../builders/place.ts';
import { buildUser, type UserFields } from '../builders/user.ts';
import { places } from '../database/schema/places.ts';
import { users } from '../database/schema/users.ts';
import { type Basket, fillBasket, openPayment, place, placePaidOrder, providerDoes } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import { assign, orderRow, readOrder, server, startServer } from './orders.fixture.ts';

let customer: Visitor;
let supervisor: Visitor;
let basket: Basket;

startServer();
beforeEach(async () => {
  customer = await server.signIn('customer');
  supervisor = await server.signIn('supervisor');
  basket = await fillBasket(server);
});

const pharmacy = (name: string, change: Partial<UserFields> = {}) =>
  buildUser(server.db, { type: 'pharmacy', name, latitude: 6.37, longitude: 2.39, ...change });
const wishing = (wishedPharmacy: unknown) => ({ ...basket.order, wishedPharmacy });
const placeWishing = async (wish: unknown) =>
  (await placePaidOrder(server, customer, { ...basket, order: wishing(wish) }))._id;
const wishOf = async (id: string, reader = supervisor) => (await readOrder(id, reader)).wishedPharmacy;
const firstCandidate = async (id: string): Promise<string> => {
  const { body } = await server.call(supervisor, 'GET', `/orders/${id}/candidates?role=pharmacy`);
  return body.candidates[0]._id;
};

describe('the pharmacy that a customer wishes for', () => {
  it('shows to supervisors, and to no other reader of the order', async () => {
    const wished = await pharmacy('Souhaitée');
    const id = await placeWishing(wished.id);
    for (const reader of [supervisor, await server.signIn('superAdmin')])
      expect(await wishOf(id, reader)).toEqual({ _id: wished.id, name: 'Souhaitée' });
    const other = await server.signIn('pharmacy');
    const courier = await server.signIn('deliveryPerson');
    for (const body of [{ pharmacy: other.row.id }, { deliveryPerson: courier.row.id }])
      expect((await assign(supervisor, id, body)).status).toBe(200);
    for (const reader of [customer, other, courier]) {
      const order = await readOrder(id, reader);
      expect(order._id).toBe(id);
      expect(order).not.toHaveProperty('wishedPharmacy');
    }
  });

  it('is stored with a photographed order too', async () => {
    const wished = await pharmacy('Souhaitée');
    const { key } = await buildFile(server.db, { ownerId: customer.row.id });
    const photographed = { ...wishing(wished.id), prescription: { type: 'physical', url: key } };
    const { status, body } = await server.call(customer, 'POST', '/orders', photographed);
    expect(status).toBe(201);
    expect(await wishOf(body.order._id)).toMatchObject({ _id: wished.id });
  });

  it.each<[string, () => Promise<string | null>]>([
    ['is unknown', async () => v7()],
    ['is inactive', async () => (await pharmacy('Éteinte', { active: false })).id],
    ['is no partner', async () => (await pharmacy('Autre', { isPartner: false })).id],
    ['has no account', async () => (await buildPlace(server.db)).id],
    ['is not a pharmacy', async () => (await buildUser(server.db, { type: 'deliveryPerson' })).id],
    ['is null', async () => null],
  ])('is ignored when it %s; the order goes on', async (_, make) => {
    expect(await wishOf(await placeWishing(await make()))).toBeNull();
  });

  it('is refused when it is not an id', async () => {
    const { status, body } = await server.call(customer, 'POST', '/payments', { order: wishing('Fifamè') });
    expect([status, Object.keys(body.fields)]).toEqual([422, ['order.wishedPharmacy']]);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['deactivated', (id) => server.db.update(users).set({ active: false }).where(eq(users.id, id))],
    ['deleted', (id) => server.db.delete(users).where(eq(users.id, id))],
  ])('is ignored when it was %s while the customer paid', async (_, change) => {
    const wished = await pharmacy('Partie');
    const order = wishing(wished.id);
    const { transactionId } = await openPayment(server, customer, { order });
    await change(wished.id);
    await providerDoes(server, transactionId, 'approve');
    const { status, body } = await place(server, customer, order, transactionId);
    expect([status, await wishOf(body.order._id)]).toEqual([200, null]);
  });

  it('leaves the order when its account is deleted', async () => {
    const wished = await pharmacy('Supprimée');
    const id = await placeWishing(wished.id);
    const admin = await server.signIn('superAdmin');
    expect((await server.call(admin, 'DELETE', `/users/${wished.id}`)).status).toBe(204);
    expect([(await orderRow(id)).state, await wishOf(id)]).toEqual(['pending', null]);
  });

  it('is found by the id of its place, when it was in the directory before', async () => {
    const wished = await pharmacy('Annuaire');
    const moved = v7();
    await server.db.update(places).set({ id: moved }).where(eq(places.accountId, wished.id));
    expect(await wishOf(await placeWishing(moved))).toMatchObject({ _id: wished.id });
    const { body } = await server.call(null, 'GET', `/pharmacies/${moved}`);
    expect(body.pharmacy).toMatchObject({ accountId: wished.id });
  });

  it('is the first candidate, until a pharmacy is assigned; another can be assigned', async () => {
    const near = await pharmacy('Proche', { latitude: 6.371 });
    const wished = await pharmacy('Loin', { latitude: 6.9 });
    const id = await placeWishing(wished.id);
    expect(await firstCandidate(id)).toBe(wished.id);
    const { body } = await assign(supervisor, id, { pharmacy: near.id });
    expect(body.order).toMatchObject({ pharmacy: { _id: near.id }, wishedPharmacy: { _id: wished.id } });
    expect(await firstCandidate(id)).not.toBe(wished.id);
  });

  it('comes after the pharmacies on duty at night, unless it is one of them', async () => {
    const wished = await pharmacy('Fermée la nuit');
    const id = await placeWishing(wished.id);
    const onDuty = await pharmacy('De garde', { latitude: 6.5 });
    await buildDutyShift(server.db, { placeId: onDuty.id });
    server.clock.advance(12 * 3_600);
    supervisor = await server.signIn('supervisor');
    expect(await firstCandidate(id)).toBe(onDuty.id);
    await buildDutyShift(server.db, { placeId: wished.id });
    expect(await firstCandidate(id)).toBe(wished.id);
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
