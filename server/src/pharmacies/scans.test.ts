import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { places } from '../database/schema/places.ts';
import { scansOf } from '../testing/large-catalogue.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { findPlacesAround } from './queries.ts';

/** A grid of places over southern Benin, 0.01° (1.1 km) apart. */
const SIDE = 60;

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  const grid = Array.from({ length: SIDE * SIDE }, (_, n) => ({
    id: v7(),
    sourceId: `node/${n}`,
    name: `Pharmacie ${n}`,
    latitude: 6.3 + Math.floor(n / SIDE) / 100,
    longitude: 2.1 + (n % SIDE) / 100,
  }));
  await server.db.insert(places).values(grid);
  await server.db.execute(sql`vacuum analyze places`);
});
afterAll(() => server.close());

const now = new Date('2026-11-20T10:00:00Z');

it('pharmacies around a point are read from the spatial index', async () => {
  const around = (km: number) => (db: Database) =>
    findPlacesAround(db, { lat: 6.5, lng: 2.3 }, km, { now, page: 1, limit: 50 });
  const { rows, total } = await around(2)(server.db);
  // The point itself, four neighbours at 1.1 km and four at 1.6 km.
  expect([rows.length, total]).toEqual([9, 9]);
  expect(await scansOf(server.pool, 'places', around(1), around(5))).toEqual(['places_point']);
});

it('a page beyond the last has the total and no pharmacy', async () => {
  const { status, body } = await server.call(
    null,
    'GET',
    '/pharmacies/search?lat=6.5&lng=2.3&radius=2&page=2',
  );
  expect([status, body]).toEqual([200, { pharmacies: [], total: 9 }]);
});
