import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { buildDutyShift, buildPlace } from '../builders/place.ts';
import { buildUser } from '../builders/user.ts';
import type { Database } from '../database/database.ts';
import { places } from '../database/schema/places.ts';
import { users } from '../database/schema/users.ts';
import { scansOf } from '../testing/large-catalogue.ts';
import { payOff } from '../testing/pay-off.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { findPlacesAround } from './queries.ts';

let server: TestApp;
let admin: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  admin = await server.signIn('superAdmin');
});
afterAll(() => server.close());
beforeEach(async () => {
  // Removed pharmacies that orders refer to have no phone.
  await server.db.delete(users).where(and(eq(users.type, 'pharmacy'), isNotNull(users.phone)));
  await server.db.delete(places);
});

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const search = (query = '') => server.call(null, 'GET', `/pharmacies/search${query}`);
const onDuty = (query = '') => server.call(null, 'GET', `/pharmacies/on-duty${query}`);
const names = ({ body }: { body: { pharmacies: { name: string }[] } }) =>
  body.pharmacies.map(({ name }) => name);
const setOnDuty = (visitor: Visitor, id: string, wanted: unknown) =>
  server.call(visitor, 'PATCH', `/pharmacies/${id}/on-duty`, { onDuty: wanted });

describe('the search', () => {
  it('returns the nearest first, then by name, with public details only', async () => {
    await buildPlace(server.db, { name: 'Zénith', ...at(6.3703, 2.3912), hours: '24/7', address: 'Zongo' });
    await buildPlace(server.db, { name: 'Étoile', ...at(6.3703, 2.3912) });
    await buildPlace(server.db, { name: 'Loin', ...at(6.3883, 2.3912), phone: '+2290121000000' });
    const { body } = await search();
    expect([names({ body }), body.total]).toEqual([['Étoile', 'Zénith', 'Loin'], 3]);
    expect(body.pharmacies[1]).toEqual({
      _id: expect.any(String),
      accountId: null,
      name: 'Zénith',
      onDuty: false,
      isPartner: false,
      distance: 0,
      location: { coordinates: [2.3912, 6.3703] },
      address: 'Zongo',
      phone: null,
      hours: '24/7',
    });
    expect(body.pharmacies[2]).toMatchObject({ distance: 2, phone: '+2290121000000' });
  });

  it('uses the given point and clamps the radius to 1 to 30 km', async () => {
    // A degree of latitude is 111.3 km on this sphere.
    for (const km of [0.5, 4, 20, 29, 35])
      await buildPlace(server.db, { name: `${km}`, ...at(6.5 + km / 111.32, 2.5) });
    const around = async (radius: string) => names(await search(`?lat=6.5&lng=2.5${radius}`));
    for (const radius of ['', '&radius=']) expect(await around(radius)).toEqual(['0.5', '4']);
    expect(await around('&radius=20.5')).toEqual(['0.5', '4', '20']);
    for (const radius of ['0', '-3', '1']) expect(await around(`&radius=${radius}`)).toEqual(['0.5']);
    expect(await around('&radius=5000')).toEqual(['0.5', '4', '20', '29']);
    const second = await search('?lat=6.5&lng=2.5&radius=30&limit=3&page=2');
    expect([names(second), second.body.total]).toEqual([['29'], 4]);
  });

  it.each([
    ['?lat=91&lng=2', 'lat', 'Position invalide'],
    ['?lat=6&lng=-180.5', 'lng', 'Position invalide'],
    ['?lat=ici&lng=2', 'lat', 'Position invalide'],
    ['?lat=6', 'lng', 'Longitude requise'],
    ['?lng=2', 'lat', 'Latitude requise'],
    ['?radius=loin', 'radius', 'Rayon invalide'],
    ['?radius=Infinity', 'radius', 'Rayon invalide'],
  ])('%s: 422', async (query, field, message) => {
    expect(await search(query)).toMatchObject({ status: 422, body: { fields: { [field]: message } } });
    if (field !== 'radius') expect((await onDuty(query)).status).toBe(422);
  });

  it('returns at night those that are on duty or open around the clock before the others', async () => {
    for (const [name, distance, hours] of [
      ['Du jour', 0, 'Mo-Su 08:00-22:00'],
      ['Inconnue', 0.001, null],
      ['Toujours', 0.002, '24/7'],
      ['Jour et nuit', 0.003, 'Mo-Su 00:00-00:00'],
      ['De garde', 0.004, null],
    ] as const) {
      const place = { name, hours, ...at(6.3703 + distance, 2.3912) };
      await buildPlace(server.db, { ...place, ...(name === 'De garde' && { onDuty: true }) });
    }
    const nearest = ['Du jour', 'Inconnue', 'Toujours', 'Jour et nuit', 'De garde'];
    expect(names(await search())).toEqual(nearest);
    // 22:00 in Benin.
    server.clock.advance(11 * 3600);
    expect(names(await search())).toEqual(['Toujours', 'Jour et nuit', 'De garde', 'Du jour', 'Inconnue']);
    server.clock.advance(10 * 3600);
    expect(names(await search())).toEqual(nearest);
    server.clock.advance(-21 * 3600);
  });

  it('reads the spatial index, and has the total beyond the last page', async () => {
    // A grid of places over southern Benin, 0.01° (1.1 km) apart.
    const side = 60;
    const grid = Array.from({ length: side * side }, (_, n) => ({
      id: v7(),
      sourceId: `node/${n}`,
      name: `Pharmacie ${n}`,
      ...at(6.3 + Math.floor(n / side) / 100, 2.1 + (n % side) / 100),
    }));
    await server.db.insert(places).values(grid);
    await server.db.execute(sql`vacuum analyze places`);
    const around = (km: number) => (db: Database) =>
      findPlacesAround(db, { lat: 6.5, lng: 2.3 }, km, { now: server.clock.now(), page: 1, limit: 50 });
    const { rows, total } = await around(2)(server.db);
    // The point itself, four neighbours at 1.1 km and four at 1.6 km.
    expect([rows.length, total]).toEqual([9, 9]);
    expect(await scansOf(server.pool, 'places', around(1), around(5))).toEqual(['places_point']);
    const { body } = await search('?lat=6.5&lng=2.3&radius=2&page=2');
    expect(body).toEqual({ pharmacies: [], total: 9 });
  });
});

describe('the place of an account', () => {
  const place = { ...at(6.3703, 2.3912), address: 'Cadjèhoun' };

  it('is listed with the account, without private details', async () => {
    const { id } = await buildUser(server.db, { type: 'pharmacy', name: 'Pharmacie Fifamè', ...place });
    const { body } = await search();
    expect(body.pharmacies).toMatchObject([
      { accountId: id, name: 'Pharmacie Fifamè', isPartner: true, address: 'Cadjèhoun', distance: 0 },
    ]);
    expect(JSON.stringify(body)).not.toContain('@exemple.bj');
  });

  it('follows its account: created, moved, renamed, deactivated, of another type, deleted', async () => {
    const body = {
      type: 'pharmacy',
      name: 'Pharmacie Neuve',
      email: `neuve${v7()}@exemple.bj`,
      phone: '0190909090',
      password: 'bonjour',
      address: 'Zogbo',
      location: { coordinates: [2.3912, 6.3703] },
    };
    const { user } = (await server.call(admin, 'POST', '/users', body)).body;
    const put = (change: object) => server.call(admin, 'PUT', `/users/${user._id}`, change);
    const toggle = () => server.call(admin, 'PATCH', `/users/${user._id}/toggle-active`);
    expect(names(await search())).toEqual(['Pharmacie Neuve']);

    await put({ name: 'Pharmacie Autre', address: 'Gbégamey', location: { coordinates: [2.3912, 6.3883] } });
    expect((await search()).body.pharmacies).toMatchObject([
      { name: 'Pharmacie Autre', address: 'Gbégamey', phone: '+2290190909090', distance: 2 },
    ]);
    const [row] = await server.db.select().from(users).where(eq(users.id, user._id));
    await server.call(await server.session(row!), 'PUT', '/users/update/me', {
      name: 'Pharmacie Mienne',
      phone: '0190909091',
      currentPassword: 'bonjour',
    });
    expect((await search()).body.pharmacies).toMatchObject([
      { name: 'Pharmacie Mienne', phone: '+2290190909091' },
    ]);
    await toggle();
    expect(names(await search())).toEqual([]);
    await toggle();
    expect(names(await search())).toEqual(['Pharmacie Mienne']);
    await put({ type: 'agent' });
    expect(names(await search())).toEqual([]);
    await put({ type: 'pharmacy', location: { coordinates: [2.3912, 6.3703] } });
    expect(names(await search())).toEqual(['Pharmacie Mienne']);
    expect((await server.call(admin, 'DELETE', `/users/${user._id}`)).status).toBe(204);
    expect(await server.db.select().from(places)).toEqual([]);
  });

  it("is deleted with its account, even when the user's row remains for orders", async () => {
    const { id } = await buildUser(server.db, { type: 'pharmacy', ...place });
    await buildOrder(server.db, { state: 'ended', pharmacyId: id });
    await payOff(server, admin, id);
    expect((await server.call(admin, 'DELETE', `/users/${id}`)).status).toBe(204);
    expect(await server.db.select().from(places)).toEqual([]);
  });

  it('of a self-registered pharmacy is hidden until its activation', async () => {
    const body = {
      type: 'pharmacy',
      name: 'Pharmacie Seule',
      email: `seule${v7()}@exemple.bj`,
      phone: '0190909092',
      password: 'bonjour',
      address: 'Zogbo',
    };
    const { user } = (await server.call(null, 'POST', '/users/register-partner', body)).body;
    expect((await onDuty()).body.total).toBe(0);
    await server.call(admin, 'PATCH', `/users/${user._id}/toggle-active`);
    // Without a position it is not found nearby, but is listed when on duty.
    await setOnDuty(admin, user._id, true);
    expect(names(await search('?radius=30'))).toEqual([]);
    expect((await onDuty('?lat=6.37&lng=2.39')).body.pharmacies).toMatchObject([
      { name: 'Pharmacie Seule', distance: null, location: null, isPartner: true },
    ]);
  });
});

describe('on duty', () => {
  const begins = new Date('2026-11-20T21:00:00Z').getTime();
  const seconds = (moment: number) => (moment - server.clock.now().getTime()) / 1000;

  it('lasts from 22:00 to 8:00 in Benin for a dated shift, excluding the end', async () => {
    const { placeId } = await buildDutyShift(server.db);
    await buildPlace(server.db, { name: 'Jamais de garde' });
    const start = server.clock.now().getTime();
    for (const [moment, expected] of [
      [begins - 1, false],
      [begins, true],
      [begins + 10 * 3600_000 - 1, true],
      [begins + 10 * 3600_000, false],
    ] as const) {
      server.clock.advance(seconds(moment));
      expect((await onDuty()).body.pharmacies.map(({ _id }: { _id: string }) => _id)).toEqual(
        expected ? [placeId] : [],
      );
      const { body } = await search();
      expect(body.pharmacies.filter((one: { onDuty: boolean }) => one.onDuty)).toHaveLength(expected ? 1 : 0);
    }
    server.clock.advance(seconds(start));
  });

  it('is sorted by name or, from a point, by distance', async () => {
    await buildPlace(server.db, { name: 'B', ...at(6.5, 2.5), onDuty: true });
    await buildPlace(server.db, { name: 'C', ...at(6.4, 2.4), onDuty: true });
    await buildPlace(server.db, { name: 'a', ...at(6.6, 2.6), onDuty: true });
    expect(names(await onDuty())).toEqual(['a', 'B', 'C']);
    expect((await onDuty()).body.pharmacies[0].distance).toBeNull();
    expect(names(await onDuty('?lat=6.4&lng=2.4'))).toEqual(['C', 'B', 'a']);
  });

  it('is turned on and off by the pharmacy itself, by account id or place id', async () => {
    const pharmacy = await server.signIn('pharmacy', at(6.37, 2.39));
    const { status, body } = await setOnDuty(pharmacy, pharmacy.row.id, true);
    expect([status, body.pharmacy]).toMatchObject([200, { onDuty: true, accountId: pharmacy.row.id }]);
    expect((await onDuty()).body.total).toBe(1);
    expect((await server.call(pharmacy, 'GET', '/auth/me')).body.user.onDuty).toBe(true);
    expect((await setOnDuty(pharmacy, body.pharmacy._id, false)).body.pharmacy.onDuty).toBe(false);
    expect((await onDuty()).body.total).toBe(0);
    expect((await setOnDuty(pharmacy, pharmacy.row.id, 'oui')).status).toBe(422);
  });

  it('returns 404 for another pharmacy; a supervisor may turn on any', async () => {
    const stranger = await server.signIn('pharmacy');
    const other = await buildUser(server.db, { type: 'pharmacy', ...at(6.37, 2.39) });
    const imported = await buildPlace(server.db);
    const supervisor = await server.signIn('supervisor');
    for (const { id } of [other, imported]) {
      expect((await setOnDuty(stranger, id, true)).status).toBe(404);
      expect((await setOnDuty(supervisor, id, true)).body.pharmacy.onDuty).toBe(true);
    }
    expect((await onDuty()).body.total).toBe(2);
    expect((await setOnDuty(supervisor, v7(), true)).status).toBe(404);
  });
});

describe('the whole directory', () => {
  it('is searched by name and address, ignoring accents, by those who plan duty', async () => {
    await buildPlace(server.db, { name: 'Pharmacie Mènontin', address: '9e arrondissement' });
    await buildPlace(server.db, { name: 'Pharmacie du Pont', address: 'Mènontin, Cotonou' });
    await buildPlace(server.db, { name: 'Pharmacie 100 %', address: null });
    await buildUser(server.db, { type: 'pharmacy', name: 'Mènontin éteinte', active: false });
    const supervisor = await server.signIn('supervisor');
    const list = (query: string) => server.call(supervisor, 'GET', `/pharmacies${query}`);
    expect((await list('')).body.total).toBe(3);
    expect(names(await list('?q=MENONTIN'))).toEqual(['Pharmacie du Pont', 'Pharmacie Mènontin']);
    expect(names(await list('?q=%25'))).toEqual(['Pharmacie 100 %']);
  });
});
