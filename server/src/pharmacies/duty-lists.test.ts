import { nightsFrom } from '@amasin/domain/pharmacies/duty-night.ts';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildDutyList, buildPlace } from '../builders/place.ts';
import { buildUser } from '../builders/user.ts';
import { dutyLists, dutyShifts, places } from '../database/schema/places.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// The clock is at Friday 20 November 2026, 11:00 in Benin.
const WEEK = '2026-11-23';
const LIST = { source: 'Ordre des pharmaciens', date: '2026-11-20' };

let server: TestApp;
let supervisor: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor');
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.delete(places);
  await server.db.delete(dutyLists);
});

const read = (text: string, week = WEEK) =>
  server.call(supervisor, 'POST', '/duty-lists/reading', { text, week });
const namesOf = async (text: string, week?: string) =>
  (await read(text, week)).body.names.map(
    ({ written, match, nights, pharmacies }: Record<string, string[]>) => [
      written,
      match,
      nights,
      pharmacies?.length,
    ],
  );
const add = (body: object) => server.call(supervisor, 'POST', '/duty-lists', { ...LIST, ...body });
const shiftsOf = async () => (await server.db.select().from(dutyShifts)).length;

describe('reading a pasted list', () => {
  it('finds names without accents, offers similar ones, names the unknown ones, and writes nothing', async () => {
    const { id } = await buildPlace(server.db, { name: 'Pharmacie Camp Guézo', address: 'Guézo' });
    await buildPlace(server.db, { name: 'Pharmacie Zogbo' });
    await buildPlace(server.db, { name: 'Pharmacie Zogbo Nord' });
    await buildUser(server.db, { type: 'pharmacy', name: 'Pharmacie Éteinte', active: false });
    const text = [
      'Lundi 23 novembre',
      'CAMP GUEZO',
      'Pharmacie Zogbo Sud',
      'Mardi',
      'camp guezo',
      'Pharmacie Éteinte',
    ].join('\n');
    const { status, body } = await read(text);
    expect([status, body.names[0]]).toEqual([
      200,
      {
        written: 'CAMP GUEZO',
        match: 'found',
        nights: ['2026-11-23', '2026-11-24'],
        pharmacies: [{ _id: id, name: 'Pharmacie Camp Guézo', address: 'Guézo' }],
      },
    ]);
    expect(await namesOf(text)).toEqual([
      ['CAMP GUEZO', 'found', ['2026-11-23', '2026-11-24'], 1],
      ['Pharmacie Zogbo Sud', 'ambiguous', ['2026-11-23'], 2],
      ['Pharmacie Éteinte', 'unknown', ['2026-11-24'], 0],
    ]);
    expect([await shiftsOf(), await server.db.select().from(dutyLists)]).toEqual([0, []]);
  });

  it('reads a CSV with the name and the date, in any order', async () => {
    await buildPlace(server.db, { name: 'Pharmacie Zogbo' });
    const text = 'Date;Pharmacie\n23/11/2026;"Pharmacie Zogbo"\n24/11/2026;Zogbo\nbientôt;Inconnue\n';
    expect(await namesOf(text)).toEqual([
      ['Pharmacie Zogbo', 'found', ['2026-11-23'], 1],
      ['Zogbo', 'found', ['2026-11-24'], 1],
      ['Inconnue', 'undated', [], 0],
    ]);
  });

  it('leaves out nights that are over and refuses dates too far ahead', async () => {
    await buildPlace(server.db, { name: 'Pharmacie Zogbo' });
    expect(await namesOf('Zogbo', '2026-11-16')).toEqual([
      ['Zogbo', 'found', nightsFrom('2026-11-20', 3), 1],
    ]);
    expect(await namesOf('23 novembre 2027\nZogbo')).toEqual([['Zogbo', 'undated', [], 1]]);
  });

  it.each([
    [' ', 'Liste requise'],
    ['x'.repeat(20_001), 'Liste trop longue : collez-la en plusieurs fois'],
    [
      Array.from({ length: 1001 }, (_, n) => `Pharmacie ${n}`).join('\n'),
      'Liste trop longue : collez-la en plusieurs fois',
    ],
  ])('422 for an empty or too long text', async (text, message) => {
    expect(await read(text)).toMatchObject({ status: 422, body: { fields: { text: message } } });
  });
});

describe('importing a confirmed list', () => {
  it('adds what is missing and not over, once, with its source and date', async () => {
    const a = await buildPlace(server.db);
    const b = await buildPlace(server.db);
    const shifts = [
      { pharmacy: a.id, nights: ['2026-11-19', '2026-11-20', '2026-11-21'] },
      { pharmacy: b.id, nights: ['2026-11-21', '2026-11-21'] },
    ];
    expect(await add({ shifts })).toMatchObject({ status: 200, body: { added: 3, dutyList: LIST } });
    expect((await add({ shifts })).body.added).toBe(0);
    expect([await shiftsOf(), await server.db.select().from(dutyLists)]).toMatchObject([
      3,
      [{ source: LIST.source, listedOn: LIST.date }],
    ]);
  });

  it.each([
    [{ source: ' ' }, 'source', 'Source requise'],
    [{ source: 'x'.repeat(101) }, 'source', '100 caractères maximum'],
    [{ date: '' }, 'date', 'Date requise'],
    [{ date: '2026-02-30' }, 'date', 'Date invalide'],
    [{ date: '2026-11-21' }, 'date', 'La date de la liste est à venir'],
    [{ shifts: [] }, 'shifts', 'Indiquez au moins une pharmacie'],
    [{ shifts: [{ pharmacy: v7(), nights: ['2026-11-21'] }] }, 'shifts', 'Pharmacie inconnue'],
  ])('%o: 422, and nothing is written', async (change, field, message) => {
    const { id } = await buildPlace(server.db);
    const response = await add({ shifts: [{ pharmacy: id, nights: ['2026-11-21'] }], ...change });
    expect(response).toMatchObject({ status: 422, body: { fields: { [field]: message } } });
    expect([await shiftsOf(), await server.db.select().from(dutyLists)]).toEqual([0, []]);
  });

  it('refuses a night too far ahead', async () => {
    const { id } = await buildPlace(server.db);
    const response = await add({ shifts: [{ pharmacy: id, nights: ['2026-11-21', '2027-02-01'] }] });
    expect(response.body.fields).toEqual({ shifts: 'Au plus tard dans 60 jours' });
    expect(await shiftsOf()).toBe(0);
  });
});

it('visitors see the source and date of the latest list', async () => {
  const latest = async () => (await server.call(null, 'GET', '/pharmacies/on-duty')).body.dutyList;
  expect(await latest()).toBeNull();
  await buildDutyList(server.db, { listedOn: '2026-11-13', source: 'Préfecture' });
  await buildDutyList(server.db);
  await buildDutyList(server.db, { listedOn: '2026-11-06' });
  expect(await latest()).toEqual(LIST);
});
