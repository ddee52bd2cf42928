import { userTypes } from '@amasin/domain/contract/user-type.ts';
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildZone } from '../builders/catalogue.ts';
import { openDatabase } from '../database/database.ts';
import { zones } from '../database/schema/places.ts';
import { transact } from '../database/transaction.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const MISSING = { success: false, code: 'NOT_FOUND', message: 'Élément introuvable' };
const EXISTS = { success: false, code: 'ZONE_EXISTS', message: 'Une zone porte déjà ce nom' };

let server: TestApp;
let admin: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  admin = await server.signIn('superAdmin');
});
afterAll(() => server.close());
beforeEach(() => server.db.delete(zones));

const post = (body: object) => server.call(admin, 'POST', '/zones', body);
const put = (id: string, body: object) => server.call(admin, 'PUT', `/zones/${id}`, body);
const remove = (id: string) => server.call(admin, 'DELETE', `/zones/${id}`);
const labels = async () =>
  (await server.call(admin, 'GET', '/zones')).body.zones.map(({ label }: { label: string }) => label);

/** A zone as the API returns it. */
const shown = {
  _id: expect.any(String),
  sectors: ['Quartier'],
  aliases: [],
  price: 500,
  town: 'Cotonou',
  location: null,
};

it.each(userTypes)('all zones are listed for a %s, in French order', async (type) => {
  for (const label of ['Zogbo', 'Étoile rouge', 'akpakpa', 'Fidjrossè'])
    await buildZone(server.db, { label });
  const createdAt = server.clock.now();
  const many = Array.from({ length: 250 }, (_, n) => ({
    label: `Zone ${n}`,
    searchText: `zone ${n}`,
    price: n,
  }));
  await server.db.insert(zones).values(many.map((zone) => ({ ...zone, sectors: [], createdAt })));
  const { status, body } = await server.call(await server.signIn(type), 'GET', '/zones');
  expect([status, body.total, body.zones.length]).toEqual([200, 254, 254]);
  expect(body.zones.slice(0, 3)).toMatchObject([
    { label: 'akpakpa' },
    { label: 'Étoile rouge' },
    { label: 'Fidjrossè' },
  ]);
  expect(body.zones[0]).toEqual({ ...shown, label: 'akpakpa' });
});

describe('creating a zone', () => {
  it('trims it and removes duplicate sectors', async () => {
    const names = { sectors: [' Dodomè ', 'PK3', 'DODOME'], aliases: ['Étoile', ' etoile'] };
    const { status, body } = await post({ label: ' Akpakpa ', price: 700, ...names });
    expect(status).toBe(201);
    const distinct = { sectors: ['Dodomè', 'PK3'], aliases: ['Étoile'] };
    expect(body.zone).toEqual({ ...shown, ...distinct, label: 'Akpakpa', price: 700 });
    expect((await server.call(admin, 'GET', '/zones')).body.zones).toEqual([body.zone]);
  });

  it('takes the town from the body, else from the label, else Cotonou', async () => {
    const townOf = async (body: object) => (await post({ price: 1, ...body })).body.zone.town;
    expect(await townOf({ label: 'Pahou', town: ' Ouidah ' })).toBe('Ouidah');
    expect(await townOf({ label: 'Abomey-Calavi – Godomey' })).toBe('Abomey-Calavi');
    expect(await townOf({ label: 'Saint-Michel' })).toBe('Cotonou');
    const { body } = await post({ label: 'Centre', price: 1, town: ' ' });
    expect(body.fields).toEqual({ town: 'Commune requise' });
  });

  it('accepts a free zone without sectors', async () => {
    expect((await post({ label: 'Centre', price: 0 })).body.zone).toMatchObject({ sectors: [], price: 0 });
  });

  it.each([
    [{ label: undefined }, 'Nom requis'],
    [{ label: '  ' }, 'Nom requis'],
    [{ label: '?!' }, 'Nom requis'],
    [{ price: -1 }, 'Le prix ne peut pas être négatif'],
    [{ price: 1.5 }, expect.any(String)],
    [{ price: '500' }, expect.any(String)],
    [{ price: null }, expect.any(String)],
    [{ price: 1e12 }, expect.any(String)],
    [{ sectors: ['Dodomè', ' '] }, 'Nom de quartier requis'],
    [{ sectors: 'Dodomè' }, 'Liste de quartiers attendue'],
    [{ aliases: [' '] }, 'Nom de lieu requis'],
    [{ aliases: 'PK3' }, 'Liste de lieux attendue'],
  ])('refuses %j', async (change, message) => {
    const { status, body } = await post({ label: 'Centre', price: 1, ...change });
    expect([status, body.message]).toEqual([422, message]);
    expect(await labels()).toEqual([]);
  });

  it('returns 409 when the name exists, ignoring accents and case', async () => {
    await post({ label: 'Fidjrossè', price: 500 });
    expect(await post({ label: 'FIDJROSSE', price: 900 })).toMatchObject({ status: 409, body: EXISTS });
  });

  it('creates one zone out of twenty concurrent requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => post({ label: 'Akpakpa', price: 500 })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
  });

  it('accepts the name of a deleted zone', async () => {
    const { id } = await buildZone(server.db, { label: 'Akpakpa' });
    await remove(id);
    expect((await post({ label: 'Akpakpa', price: 500 })).status).toBe(201);
  });
});

describe('an existing zone', () => {
  it('changes only the fields in the body', async () => {
    const { id } = await buildZone(server.db, { label: 'Akpakpa', sectors: ['Dodomè'], price: 700 });
    const forged = { _id: v7(), createdAt: '2020-01-01T00:00:00Z' };
    const zone = { ...shown, _id: id, label: 'Akpakpa', sectors: ['Dodomè'], price: 800 };
    expect(await put(id, { price: 800, ...forged })).toMatchObject({ status: 200, body: { zone } });
    expect((await put(id, {})).body).toEqual({ zone });
    const renamed = { label: 'Akpakpa centre', sectors: [] };
    expect((await put(id, renamed)).body.zone).toEqual({ ...zone, ...renamed });
    expect((await put(id, { aliases: ['Marché', 'MARCHE'] })).body.zone.aliases).toEqual(['Marché']);
    expect((await put(id, { town: 'Ouidah' })).body.zone.town).toBe('Ouidah');
    expect((await post({ label: 'akpakpa', price: 1 })).status).toBe(201);
    expect((await post({ label: 'AKPAKPA CENTRE', price: 1 })).body).toEqual(EXISTS);
  });

  it('has a position once it is set, which must be in Benin', async () => {
    const location = { coordinates: [2.3912, 6.3703] };
    const { body } = await post({ label: 'Placée', price: 500, location });
    expect(body.zone.location).toEqual(location);
    expect((await put(body.zone._id, { price: 600 })).body.zone).toMatchObject({ price: 600, location });
    const fields = { location: 'Position au Bénin attendue : latitude de 6 à 12,5, longitude de 0,7 à 3,9' };
    const refused = await put(body.zone._id, { location: { coordinates: [6.3703, 2.3912] } });
    expect(refused).toMatchObject({ status: 422, body: { fields } });
    expect((await put(body.zone._id, { location: null })).body.zone.location).toBeNull();
  });

  it("can keep its name but not take another zone's", async () => {
    const { id } = await buildZone(server.db, { label: 'Akpakpa' });
    await buildZone(server.db, { label: 'Zogbo' });
    expect((await put(id, { label: 'AKPAKPA' })).body.zone.label).toBe('AKPAKPA');
    expect(await put(id, { label: 'zogbo' })).toMatchObject({ status: 409, body: EXISTS });
    const unnamed = { status: 422, body: { fields: { label: 'Nom requis' } } };
    for (const label of [' ', '…']) expect(await put(id, { label })).toMatchObject(unnamed);
  });

  it('is deleted once; its row remains for the orders', async () => {
    const { id } = await buildZone(server.db, { label: 'Akpakpa' });
    expect(await remove(id)).toMatchObject({ status: 204, body: null });
    expect(await remove(id)).toMatchObject({ status: 404, body: MISSING });
    expect(await put(id, { price: 1 })).toMatchObject({ status: 404, body: MISSING });
    expect(await labels()).toEqual([]);
    const [row] = await server.db.select().from(zones).where(eq(zones.id, id));
    expect(row).toMatchObject({ price: 500, deletedAt: server.clock.now() });
  });

  it('returns 404 for an unknown or malformed id, whatever the body', async () => {
    for (const id of [v7(), 'x', '1', '..%2Fzones', "'%20or%201=1"]) {
      expect(await put(id, { price: 'faux' }), id).toMatchObject({ status: 404, body: MISSING });
      expect(await remove(id), id).toMatchObject({ status: 404, body: MISSING });
    }
  });
});

it('changes of another process are listed at once, committed in whatever order', async () => {
  const other = openDatabase({ connectionString: server.pool.options.connectionString ?? '' }, () => {});
  try {
    const { id } = await buildZone(other.db, { label: 'Akpakpa' });
    expect(await labels()).toEqual(['Akpakpa']);
    await transact(other.db, async (tx) => {
      await tx.update(zones).set({ label: 'Zogbo' }).where(eq(zones.id, id));
      await buildZone(server.db, { label: 'Fidjrossè' });
      expect(await labels()).toEqual(['Akpakpa', 'Fidjrossè']);
    });
    expect(await labels()).toEqual(['Fidjrossè', 'Zogbo']);
    await other.db.update(zones).set({ deletedAt: server.clock.now() });
    expect(await labels()).toEqual([]);
  } finally {
    await other.close();
  }
});
