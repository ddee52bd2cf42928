import { MAX_ADDRESSES } from '@amasin/domain/addresses/limits.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildAddress } from '../builders/address.ts';
import { buildZone } from '../builders/catalogue.ts';
import type { ZoneRow } from '../database/schema/places.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let customer: Visitor;
let zone: ZoneRow;

beforeAll(async () => {
  server = await startTestApp();
  zone = await buildZone(server.db);
});
beforeEach(async () => {
  customer = await server.signIn('customer');
});
afterAll(() => server.close());

const home = () => ({ name: 'Maison', zone: zone.id, sector: 'Haie Vive', address: 'Portail gris' });
const list = async (visitor = customer) => (await server.call(visitor, 'GET', '/addresses')).body;
const keep = (body: object) => server.call(customer, 'POST', '/addresses', body);

test('a kept address is listed, changed and deleted by its owner', async () => {
  const kept = await keep(home());
  expect([kept.status, kept.body]).toEqual([201, { address: { _id: expect.any(String), ...home() } }]);
  const { _id } = kept.body.address;
  expect(await list()).toEqual({ addresses: [{ _id, ...home() }], total: 1 });

  const moved = { ...home(), name: 'Bureau', sector: null, address: 'Immeuble bleu' };
  const changed = await server.call(customer, 'PUT', `/addresses/${_id}`, moved);
  expect([changed.status, changed.body]).toEqual([200, { address: { _id, ...moved } }]);

  expect((await server.call(customer, 'DELETE', `/addresses/${_id}`)).status).toBe(204);
  expect((await server.call(customer, 'DELETE', `/addresses/${_id}`)).status).toBe(404);
  expect(await list()).toEqual({ addresses: [], total: 0 });
});

test('the address of another customer is not found', async () => {
  const { id } = await buildAddress(server.db);
  expect(await list()).toEqual({ addresses: [], total: 0 });
  expect((await server.call(customer, 'PUT', `/addresses/${id}`, home())).status).toBe(404);
  expect((await server.call(customer, 'DELETE', `/addresses/${id}`)).status).toBe(404);
});

test('a name is used once by a customer, whatever its case', async () => {
  await keep(home());
  const again = await keep({ ...home(), name: 'MAISON' });
  expect([again.status, again.body.code, again.body.message]).toEqual([
    409,
    'ADDRESS_EXISTS',
    'Un de vos lieux porte déjà ce nom',
  ]);
  const office = await keep({ ...home(), name: 'Bureau' });
  const { _id } = office.body.address;
  expect((await server.call(customer, 'PUT', `/addresses/${_id}`, home())).body.code).toBe('ADDRESS_EXISTS');
  // Another customer's names do not count.
  await buildAddress(server.db, { name: 'Chez maman' });
  expect((await keep({ ...home(), name: 'Chez maman' })).status).toBe(201);
});

test('a zone that is not served is refused, and an address remains when its zone is deleted', async () => {
  const closed = await buildZone(server.db);
  const { body } = await keep({ ...home(), zone: closed.id });
  const admin = await server.signIn('superAdmin');
  expect((await server.call(admin, 'DELETE', `/zones/${closed.id}`)).status).toBe(204);
  for (const given of [closed.id, customer.row.id]) {
    const refused = await keep({ ...home(), name: 'Bureau', zone: given });
    expect([refused.status, refused.body.fields]).toEqual([422, { zone: 'Zone requise' }]);
  }
  expect((await list()).addresses).toEqual([body.address]);
});

test('ten are kept at most, also when they are sent at once', async () => {
  const sent = Array.from({ length: MAX_ADDRESSES + 3 }, (_, n) => keep({ ...home(), name: `Lieu ${n}` }));
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(MAX_ADDRESSES);
  expect(statuses.filter((status) => status === 409)).toHaveLength(3);
  expect((await list()).total).toBe(MAX_ADDRESSES);
  expect((await keep(home())).body.code).toBe('TOO_MANY_ADDRESSES');
});

test('an address of one or two letters is refused, also for an order', async () => {
  const message = 'Indiquez un repère : rue, portail, commerce voisin';
  const refused = await keep({ ...home(), address: 'a' });
  expect([refused.status, refused.body.fields]).toEqual([422, { address: message }]);
  const order = {
    prescription: { type: 'numerical', items: [{ label: 'Paracétamol', quantity: 1 }] },
    deliveryZone: zone.id,
    deliveryAddress: ' a ',
  };
  const paid = await server.call(customer, 'POST', '/payments', { order });
  expect([paid.status, paid.body.fields]).toEqual([422, { 'order.deliveryAddress': message }]);
});
