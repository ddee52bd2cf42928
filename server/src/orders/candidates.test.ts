import { DAY_MS } from '@amasin/domain/contract/time.ts';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPlace } from '../builders/place.ts';
import { buildStock } from '../builders/stock.ts';
import { buildUser, type UserFields } from '../builders/user.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { type ZoneRow, zones } from '../database/schema/places.ts';
import type { Visitor } from '../testing/test-app.ts';
import { server, startServer } from './orders.fixture.ts';

let supervisor: Visitor;
let zone: ZoneRow;
let order: OrderRow;

startServer({}, async () => {
  supervisor = await server.signIn('supervisor');
  zone = await buildZone(server.db, { label: 'Cotonou – 2e arrondissement', sectors: ['Sènadé'] });
  order = await buildOrder(server.db, { zone });
  // The zone's position: the mean of the two, and neither the 12e arrondissement nor the place without position.
  for (const [name, address, latitude] of [
    ['Pharmacie A', 'Face au marché, 2e arrondissement', 6.37],
    ['Pharmacie B', 'SENADE, rue 12', 6.39],
    ['Pharmacie C', 'Cadjèhoun, 12e arrondissement', 7],
  ] as const)
    await buildPlace(server.db, { name, address, latitude, longitude: 2.42 });
});

const pharmacy = (name: string, latitude: number | null, change: Partial<UserFields> = {}) => {
  const longitude = latitude === null ? null : 2.42;
  return buildUser(server.db, { type: 'pharmacy', name, latitude, longitude, ...change });
};
const candidates = async (role: string, q = '') => {
  const path = `/orders/${order.id}/candidates?role=${role}&q=${encodeURIComponent(q)}`;
  return server.call(supervisor, 'GET', path);
};
const names = async (role: string, q = ''): Promise<string[]> =>
  (await candidates(role, q)).body.candidates.map(({ name }: { name: string }) => name);

it('lists pharmacies by distance and orders in hand', async () => {
  const near = await pharmacy('Près', 6.381);
  await pharmacy('Loin', 6.48, { onDuty: true, licenceUntil: '2026-11-19' });
  await pharmacy('Sans position', null);
  await pharmacy('Éteinte', 6.38, { active: false });
  await pharmacy('Pas partenaire', 6.38, { isPartner: false });
  const busy = await pharmacy('Chargée', 6.38);
  for (let n = 0; n < 3; n += 1) await buildOrder(server.db, { zone, pharmacyId: busy.id });
  // In the hands of the courier.
  await buildOrder(server.db, { zone, pharmacyId: near.id, state: 'delivering' });
  expect(await names('pharmacy')).toEqual(['Près', 'Chargée', 'Loin', 'Sans position']);
  expect((await candidates('pharmacy')).body).toMatchObject({
    total: 4,
    candidates: [
      {
        name: 'Près',
        phone: near.phone,
        metres: 111,
        openOrders: 0,
        onDuty: false,
        licenceEnded: false,
        lastStop: null,
      },
      { name: 'Chargée', metres: 0, openOrders: 3 },
      { name: 'Loin', metres: 11_132, onDuty: true, licenceEnded: true },
      { name: 'Sans position', metres: null, minutesToReady: null },
    ],
  });
  for (const q of ['pres', near.phone?.slice(-8)]) expect(await names('pharmacy', q)).toEqual(['Près']);
  expect((await candidates('pharmacy', 'personne')).body).toEqual({ candidates: [], total: 0 });
});

it('lists those whose believed list has all that was ordered first, and says what the others lack', async () => {
  const { db, clock } = server;
  const [tablets, syrup] = [await buildMedication(db), await buildMedication(db)];
  const items = [tablets, syrup].map((medication) => ({ medication, quantity: 2 }));
  const wanted = await buildOrder(db, { zone, items });
  const say = async (
    name: string,
    latitude: number,
    said: readonly [MedicationRow, boolean][],
    seenAt = clock.now(),
  ) => {
    const { id: pharmacyId } = await pharmacy(name, latitude);
    for (const [{ id: medicationId }, there] of said)
      await buildStock(db, { pharmacyId, medicationId, there, seenAt });
  };
  await say('Stock A : rien dit', 6.38, []);
  await say('Stock B : rupture', 6.381, [
    [tablets, true],
    [syrup, false],
  ]);
  await say('Stock C : un de deux', 6.382, [[tablets, true]]);
  const before = new Date(clock.now().getTime() - DAY_MS);
  await say(
    'Stock D : hier',
    6.383,
    [
      [tablets, true],
      [syrup, true],
    ],
    before,
  );
  await say('Stock E : tout', 6.39, [
    [tablets, true],
    [syrup, true],
  ]);
  const read = async (path: string) => {
    const { body } = await server.call(supervisor, 'GET', `${path}/candidates?role=pharmacy&q=stock`);
    return body.candidates.map(({ name, stock }: { name: string; stock: unknown }) => [name.at(6), stock]);
  };
  const seenAt = clock.now().toISOString();
  expect(await read(`/orders/${wanted.id}`)).toEqual([
    ['E', { seenAt, lacks: [], has: 2, unknown: 0 }],
    ['A', null],
    ['B', { seenAt, lacks: [syrup.label], has: 1, unknown: 0 }],
    ['C', { seenAt, lacks: [], has: 1, unknown: 1 }],
    ['D', null],
  ]);
  // What was given back is not looked for.
  const lines = [{ medicationId: syrup.id, givenBack: 2 }];
  await server.call(supervisor, 'POST', `/orders/${wanted.id}/give-back`, { lines, reason: 'unavailable' });
  expect(((await read(`/orders/${wanted.id}`)) as [string][]).map(([name]) => name)).toEqual([
    'B',
    'C',
    'E',
    'A',
    'D',
  ]);
});

it('measures from the position of the zone that was set by hand', async () => {
  const setPosition = (latitude: number | null, longitude: number | null) =>
    server.db.update(zones).set({ latitude, longitude }).where(eq(zones.id, zone.id));
  await setPosition(6.48, 2.42);
  expect((await candidates('pharmacy', 'loin')).body.candidates).toMatchObject([{ metres: 0 }]);
  expect((await names('pharmacy'))[0]).toBe('Loin');
  await setPosition(null, null);
  expect((await candidates('pharmacy', 'loin')).body.candidates).toMatchObject([{ metres: 11_132 }]);
});

it('lists couriers by orders in hand, then who delivered longest ago, with their last stop', async () => {
  const courier = (name: string) => buildUser(server.db, { type: 'deliveryPerson', name });
  const [busy, idle] = [await courier('Occupé'), await courier('Libre')];
  await courier('Nouveau');
  const pharmacyId = (await buildUser(server.db, { type: 'pharmacy', name: 'Autre', isPartner: false })).id;
  await buildOrder(server.db, { zone, pharmacyId, deliveryPersonId: busy.id });
  await buildOrder(server.db, { zone, pharmacyId, deliveryPersonId: idle.id, state: 'ended' });
  const ofThese = (name: string) => ['Nouveau', 'Libre', 'Occupé'].includes(name);
  expect((await names('deliveryPerson')).filter(ofThese)).toEqual(['Nouveau', 'Libre', 'Occupé']);
  expect((await candidates('deliveryPerson', 'libre')).body.candidates).toMatchObject([
    { openOrders: 0, onDuty: null, lastStop: { zone: zone.label }, minutesToReady: null },
  ]);
});

it('says how long a pharmacy usually takes until the courier leaves', async () => {
  const slow = await pharmacy('Lente', 6.38);
  for (const state of ['delivered', 'ended'] as const)
    await buildOrder(server.db, { zone, pharmacyId: slow.id, state });
  const { body } = await candidates('pharmacy', 'lente');
  expect(body.candidates[0].minutesToReady).toBe(20);
});

it('returns 422 for an unknown role', async () => {
  const { status, body } = await candidates('customer');
  expect([status, body.fields]).toEqual([422, { role: 'Rôle inconnu' }]);
});

it('lists the pharmacies on duty first at night', async () => {
  server.clock.advance(12 * 3_600);
  supervisor = await server.signIn('supervisor');
  expect((await names('pharmacy')).slice(0, 2)).toEqual(['Loin', 'Lente']);
});
