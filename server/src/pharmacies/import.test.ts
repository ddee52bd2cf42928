import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { places } from '../database/schema/places.ts';
import { transact } from '../database/transaction.ts';
import { importList } from '../testing/import-list.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { directory } from './import.ts';

const folder = process.env.AMASIN_DATA;
/** The radius that PostgreSQL uses, kilometres. */
const EARTH_KM = 6378.168;

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
beforeEach(() => server.db.delete(places));

const importPharmacies = (open: () => Readable) => importList(server.db, 'pharmacies', directory(open));
const run = (text: string) => importPharmacies(() => Readable.from([Buffer.from(text)]));
const HEADER = 'name,latitude,longitude,quarter,commune,opening_hours,osm_id,phone';
const stored = () => server.db.select().from(places).orderBy(sql`${places.name} collate "C"`);

describe('importing a directory', () => {
  it('adds places, skips unchanged ones and updates changed ones, preserving their ids', async () => {
    const first = [
      `\uFEFF${HEADER}`,
      '"Pharmacie ""Fifamè"", Cadjèhoun",6.35,2.4,Cadjèhoun,Cotonou,24/7,node/1,21 30 00 00',
      'Pharmacie  Zogbo ,6.38,2.37,Cotonou,Cotonou,,way/2,',
      '',
    ].join('\r\n');
    expect(await run(first)).toEqual({ read: 2, added: 2, updated: 0, refused: [], waiting: [] });
    const before = await stored();
    expect(before).toMatchObject([
      {
        sourceId: 'node/1',
        name: 'Pharmacie "Fifamè", Cadjèhoun',
        address: 'Cadjèhoun, Cotonou',
        phone: '+2290121300000',
        hours: '24/7',
        accountId: null,
      },
      { sourceId: 'way/2', name: 'Pharmacie Zogbo', address: 'Cotonou', phone: null, hours: null },
    ]);
    expect(await run(first)).toEqual({ read: 2, added: 0, updated: 0, refused: [], waiting: [] });
    const second = `${HEADER}\nPharmacie Fifamè,6.36,2.4,,,,node/1,\nNeuve,6.4,2.4,,,,node/3,\n`;
    expect(await run(second)).toEqual({ read: 2, added: 1, updated: 1, refused: [], waiting: [] });
    const after = await stored();
    expect(after.map(({ sourceId }) => sourceId)).toEqual(['node/3', 'node/1', 'way/2']);
    // Values that the second file lacks are unchanged.
    const fifame = { name: 'Pharmacie Fifamè', latitude: 6.36, phone: '+2290121300000', hours: '24/7' };
    expect(after[1]).toEqual({ ...before[0], ...fifame });
  });

  it('reports the rejected lines with reasons', async () => {
    const { refused, ...counts } = await run(
      [
        HEADER,
        ',6.35,2.4,,,,node/1,',
        'A,,2.4,,,,node/2,',
        'B,6.35,loin,,,,node/3,',
        'C,2.4,6.35,,,,node/4,',
        'D,6.35,2.4,,Cotonou,,,',
        'd,6.36,2.4,,COTONOU,,,',
        'E,6.35,2.4,,,,node/6,12',
        'F,6.35,2.4,,,,node/7,',
        'G,6.35,2.4,,,,node/7,',
        'H,6.35,2.4,,,,7,',
        'I,6.35',
        'J,6.35,2.4,"Zongo" Ehuzu,,,node/8,',
        'K,6.36,2.4,"Zongo,,,node/9,',
        'L,6.36,2.4,,,,node/10,',
      ].join('\n'),
    );
    expect(counts).toEqual({ read: 13, added: 3, updated: 0, waiting: [] });
    expect(refused).toEqual([
      { line: 2, reason: 'Nom manquant' },
      { line: 3, reason: 'Latitude manquante' },
      { line: 4, reason: 'Longitude illisible' },
      { line: 5, reason: 'Latitude et longitude semblent échangées' },
      { line: 7, reason: 'd est déjà à la ligne 6' },
      { line: 8, reason: 'Téléphone illisible (01 et 8 chiffres attendus)' },
      { line: 10, reason: 'G (node/7) est déjà à la ligne 9' },
      { line: 11, reason: 'Identifiant OpenStreetMap illisible (node/123)' },
      { line: 12, reason: 'Longitude manquante' },
      { line: 15, reason: 'Guillemets jamais refermés : la fin du fichier n’a pas été lue' },
    ]);
    expect((await stored()).map(({ name }) => name)).toEqual(['D', 'F', 'J']);
  });

  it('repairs telephones only where it is sure, and refuses the others by number', async () => {
    const phones = [
      '195445566',
      '95445566.0',
      '97112233,0',
      '="0197112233"',
      '\u202a+229 01 97 11 22 33\u202c',
    ];
    const doubtful = ['2,2901971E+12', '97 11 22 33 / 95 11 22 33', '019544556', '954455660'];
    const lines = [...phones, ...doubtful].map((phone, nth) => `P${nth};6,3703;2,3912;${phone};Cotonou`);
    const { refused } = await run(`Nom;Latitude;Longitude;Téléphone;Commune\n${lines.join('\n')}\n`);
    expect(refused).toEqual(
      [7, 8, 9, 10].map((line) => ({ line, reason: 'Téléphone illisible (01 et 8 chiffres attendus)' })),
    );
    expect((await stored()).map(({ phone, latitude }) => [phone, latitude])).toEqual([
      ['+2290195445566', 6.3703],
      ['+2290195445566', 6.3703],
      ['+2290197112233', 6.3703],
      ['+2290197112233', 6.3703],
      ['+2290197112233', 6.3703],
    ]);
  });

  it('refuses names with invisible signs and lines with too many columns', async () => {
    const { refused } = await run(
      'name,latitude,longitude\nA\u200bB,6.35,2.4\n\u2060,6.35,2.4\nC,6,35,2,4\n',
    );
    expect(refused).toEqual([
      { line: 2, reason: 'Le nom contient des signes invisibles : tapez-le à nouveau' },
      { line: 3, reason: 'Nom manquant' },
      { line: 4, reason: 'Trop de colonnes : plus que l’en-tête (un prix comme « 1,500 » s’écrit 1500)' },
    ]);
  });

  it('changes nothing when columns are missing', async () => {
    await expect(run('nom;lat\nA;1\n')).rejects.toThrow(
      'Colonnes manquantes : Longitude. Colonnes du fichier : nom, lat',
    );
    await expect(run('')).rejects.toThrow('Colonnes manquantes');
    expect(await stored()).toEqual([]);
  });
});

// Vitest shows only the title of a skipped test, so the reason goes there.
describe.skipIf(!folder)(`the real directory${folder ? '' : ' (AMASIN_DATA is unset)'}`, () => {
  const real = () => createReadStream(join(folder ?? '', 'pharmacies.csv'));

  it('imports all of it twice, and searches match the haversine formula', async () => {
    for (const added of [127, 0])
      expect(await importPharmacies(real)).toEqual({
        read: 127,
        added,
        updated: 0,
        refused: [],
        waiting: [],
      });
    const all = await stored();
    expect(all).toHaveLength(127);

    for (let n = 0; n < 200; n += 1) {
      const lat = 6.25 + random(3 * n) * 0.35;
      const lng = 2.2 + random(3 * n + 1) * 0.5;
      const radius = 1 + random(3 * n + 2) * 29;
      const query = `lat=${lat}&lng=${lng}&radius=${radius}&limit=200`;
      const { body } = await server.call(null, 'GET', `/pharmacies/search?${query}`);
      const found = new Map<string, number>(
        body.pharmacies.map((one: { _id: string; distance: number }) => [one._id, one.distance]),
      );
      const measured = all.map((one) => ({
        id: one.id,
        km: haversine(lat, lng, one.latitude!, one.longitude!),
      }));
      // A metre at the boundary may be rounded either way.
      const expected = measured.filter(({ km }) => km < radius - 0.001);
      expect(expected.filter(({ id }) => !found.has(id))).toEqual([]);
      const near = new Map(measured.map(({ id, km }) => [id, km]));
      for (const [id, distance] of found) {
        expect(near.get(id)).toBeLessThan(radius + 0.001);
        expect(Math.abs(distance - (near.get(id) ?? 0))).toBeLessThanOrEqual(0.051);
      }
      const order = body.pharmacies.map(({ _id }: { _id: string }) => near.get(_id));
      expect(order).toEqual([...order].sort((a, b) => a - b));
      expect(body.total).toBe(found.size);
    }
  });

  it('has a spatial index', async () => {
    await importPharmacies(real);
    const plan = await transact(server.db, async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return tx.execute(sql`explain select from places
        where earth_box(ll_to_earth(6.37, 2.39), 5000) @> place_point(latitude, longitude)`);
    });
    expect(JSON.stringify(plan.rows)).toContain('places_point');
  });
});

function haversine(lat1: number, lng1: number, lat2: number, lng2: number): number {
  const rad = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (angle: number) => Math.sin(rad(angle) / 2) ** 2;
  const a = half(lat2 - lat1) + Math.cos(rad(lat1)) * Math.cos(rad(lat2)) * half(lng2 - lng1);
  return 2 * EARTH_KM * Math.asin(Math.sqrt(a));
}

/** A deterministic number from 0 to 1. */
function random(seed: number): number {
  const x = Math.sin(seed * 12.9898 + 78.233) * 43_758.5453;
  return x - Math.floor(x);
}
