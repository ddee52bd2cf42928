import { userTypes } from '@amasin/domain/users/user-type.ts';
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

describe('zones', () => {
  it.each(userTypes)('are all listed for a %s, in French order', async (type) => {
    for (const label of ['Zogbo', 'Étoile rouge', 'akpakpa', 'Fidjrossè'])
      await buildZone(server.db, { label });
    await server.db.insert(zones).values(
      Array.from({ length: 250 }, (_, n) => ({
        label: `Zone ${n}`,
        searchText: `zone ${n}`,
        sectors: [],
        price: n,
        createdAt: server.clock.now(),
      })),
    );
    const { status, body } = await server.call(await server.signIn(type), 'GET', '/zones');
    expect({ status, total: body.total, shown: body.zones.length }).toEqual({
      status: 200,
      total: 254,
      shown: 254,
    });
    expect(body.zones.slice(0, 3).map(({ label }: { label: string }) => label)).toEqual([
      'akpakpa',
      'Étoile rouge',
      'Fidjrossè',
    ]);
    expect(body.zones[0]).toEqual({
      _id: expect.any(String),
      label: 'akpakpa',
      sectors: ['Quartier'],
      aliases: [],
      price: 500,
      town: 'Cotonou',
      location: null,
    });
  });

  it('have a position once it is set, which must be in Benin', async () => {
    const location = { coordinates: [2.3912, 6.3703] };
    const { body } = await post({ label: 'Placée', price: 500, location });
    expect(body.zone.location).toEqual(location);
    expect((await put(body.zone._id, { price: 600 })).body.zone).toMatchObject({ price: 600, location });
    const refused = await put(body.zone._id, { location: { coordinates: [6.3703, 2.3912] } });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        fields: {
          location: 'Position au Bénin attendue : latitude de 6 à 12,5, longitude de 0,7 à 3,9',
        },
      },
    });
    expect((await put(body.zone._id, { location: null })).body.zone.location).toBeNull();
  });

  it('require a session', async () => {
    expect((await server.call(null, 'GET', '/zones')).status).toBe(401);
  });

  it.each(userTypes.filter((type) => type !== 'superAdmin'))('cannot be changed by a %s', async (type) => {
    const { id } = await buildZone(server.db, { label: 'Akpakpa' });
    const visitor = await server.signIn(type);
    for (const [method, path] of [
      ['POST', '/zones'],
      ['PUT', `/zones/${id}`],
      ['DELETE', `/zones/${id}`],
    ] as const) {
      expect(await server.call(visitor, method, path, { label: 'Volée', price: 0 })).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN', message: "Vous n'avez pas accès à cette action" },
      });
    }
    expect(await labels()).toEqual(['Akpakpa']);
  });
});

describe('creating a zone', () => {
  it('trims it and removes duplicate sectors', async () => {
    const body = {
      label: ' Akpakpa ',
      sectors: [' Dodomè ', 'PK3', 'DODOME'],
      price: 700,
      aliases: ['Étoile', ' etoile'],
    };
    const { status, body: received } = await post(body);
    expect(status).toBe(201);
    expect(received.zone).toEqual({
      _id: expect.any(String),
      label: 'Akpakpa',
      sectors: ['Dodomè', 'PK3'],
      aliases: ['Étoile'],
      price: 700,
      town: 'Cotonou',
      location: null,
    });
    expect((await server.call(admin, 'GET', '/zones')).body.zones).toEqual([received.zone]);
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

  it('requires a name and an integer price', async () => {
    expect((await post({})).body.fields).toMatchObject({ label: 'Nom requis' });
    const messageOf = async (change: object) => {
      const { status, body } = await post({ label: 'Centre', price: 1, ...change });
      return `${status} ${body.message}`;
    };
    expect(await messageOf({ label: '  ' })).toBe('422 Nom requis');
    expect(await messageOf({ label: '?!' })).toBe('422 Nom requis');
    expect(await messageOf({ price: -1 })).toBe('422 Le prix ne peut pas être négatif');
    for (const price of [1.5, '500', null, 1e12])
      expect((await post({ label: 'A', price })).status).toBe(422);
    expect(await messageOf({ sectors: ['Dodomè', ' '] })).toBe('422 Nom de quartier requis');
    expect(await messageOf({ sectors: 'Dodomè' })).toBe('422 Liste de quartiers attendue');
    expect(await messageOf({ aliases: [' '] })).toBe('422 Nom de lieu requis');
    expect(await messageOf({ aliases: 'PK3' })).toBe('422 Liste de lieux attendue');
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
    const response = await put(id, { price: 800, _id: v7(), createdAt: '2020-01-01T00:00:00Z' });
    const zone = {
      _id: id,
      label: 'Akpakpa',
      sectors: ['Dodomè'],
      aliases: [],
      price: 800,
      town: 'Cotonou',
      location: null,
    };
    expect(response).toMatchObject({ status: 200, body: { zone } });
    expect((await put(id, {})).body).toEqual({ zone });
    expect((await put(id, { label: 'Akpakpa centre', sectors: [] })).body.zone).toEqual({
      ...zone,
      label: 'Akpakpa centre',
      sectors: [],
    });
    expect((await put(id, { aliases: ['Marché', 'MARCHE'] })).body.zone.aliases).toEqual(['Marché']);
    expect((await put(id, { town: 'Ouidah' })).body.zone.town).toBe('Ouidah');
    expect((await post({ label: 'akpakpa', price: 1 })).status).toBe(201);
    expect((await post({ label: 'AKPAKPA CENTRE', price: 1 })).body).toEqual(EXISTS);
  });

  it("can keep its name but not take another zone's", async () => {
    const { id } = await buildZone(server.db, { label: 'Akpakpa' });
    await buildZone(server.db, { label: 'Zogbo' });
    expect((await put(id, { label: 'AKPAKPA' })).body.zone.label).toBe('AKPAKPA');
    expect(await put(id, { label: 'zogbo' })).toMatchObject({ status: 409, body: EXISTS });
    expect(await put(id, { label: ' ' })).toMatchObject({
      status: 422,
      body: { fields: { label: 'Nom requis' } },
    });
    expect(await put(id, { label: '…' })).toMatchObject({
      status: 422,
      body: { fields: { label: 'Nom requis' } },
    });
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
