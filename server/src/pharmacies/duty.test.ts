import { dutyNight, nightsFrom } from '@amasin/domain/pharmacies/duty-night.ts';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildDutyList, buildDutyShift, buildPlace } from '../builders/place.ts';
import { buildUser } from '../builders/user.ts';
import { dutyLists, dutyShifts, places } from '../database/schema/places.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// The clock is at Friday 20 November 2026, 11:00 in Benin.
const TONIGHT = { startsAt: '2026-11-20T21:00:00.000Z', endsAt: '2026-11-21T07:00:00.000Z' };
const THIS_WEEK = nightsFrom('2026-11-16', 7);
const NEXT_WEEK = nightsFrom('2026-11-23', 7);

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

const post = (path: string, body: object) => server.call(supervisor, 'POST', path, body);
const shifts = () => server.db.select().from(dutyShifts);
const addNights = async (placeId: string, nights: readonly string[]) => {
  for (const night of nights) await buildDutyShift(server.db, { placeId, ...dutyNight(night)! });
};

describe('a shift', () => {
  const add = (body: object) => post('/duty-shifts', body);
  const list = (query = '') => server.call(supervisor, 'GET', `/duty-shifts${query}`);
  const remove = (id: string) => server.call(supervisor, 'DELETE', `/duty-shifts/${id}`);

  it('is added for several pharmacies, once', async () => {
    const b = await buildPlace(server.db, { name: 'Pharmacie B', address: 'Zongo' });
    const a = await buildUser(server.db, { type: 'pharmacy', name: 'Pharmacie À' });
    const body = { pharmacies: [b.id, a.id, b.id], night: '2026-11-20' };
    const { status, body: received } = await add(body);
    expect(status).toBe(201);
    const shift = { _id: expect.any(String), ...TONIGHT };
    expect(received).toEqual({
      dutyShifts: [
        { ...shift, pharmacy: expect.objectContaining({ _id: a.id, name: 'Pharmacie À' }) },
        { ...shift, pharmacy: { _id: b.id, name: 'Pharmacie B', phone: null, address: 'Zongo' } },
      ],
      total: 2,
    });
    expect((await add(body)).body).toEqual(received);
    expect((await list()).body).toEqual(received);
  });

  it('is one row for twenty concurrent requests', async () => {
    const body = { pharmacies: [(await buildPlace(server.db)).id], night: '2026-11-22' };
    const responses = await Promise.all(Array.from({ length: 20 }, () => add(body)));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(await shifts()).toHaveLength(1);
  });

  it('may have explicit hours', async () => {
    const { id } = await buildPlace(server.db);
    const hours = { startsAt: '2026-11-20T22:00:00+01:00', endsAt: '2026-11-27T08:00:00+01:00' };
    const { body } = await add({ pharmacies: [id], ...hours });
    const inUtc = { startsAt: '2026-11-20T21:00:00.000Z', endsAt: '2026-11-27T07:00:00.000Z' };
    expect(body.dutyShifts).toMatchObject([inUtc]);
  });

  const timed = (startsAt: string, endsAt?: string) => ({ night: undefined, startsAt, endsAt });
  it.each([
    [{ pharmacies: [] }, 'pharmacies', 'Indiquez au moins une pharmacie'],
    [{ pharmacies: ['x'] }, 'pharmacies.0', 'Pharmacie inconnue'],
    [{ pharmacies: [v7()] }, 'pharmacies', 'Pharmacie inconnue'],
    [{ night: undefined }, 'night', 'Date requise'],
    [{ night: 'demain' }, 'night', 'Date invalide'],
    [{ night: '2026-11-19' }, 'night', 'Cette garde est déjà passée'],
    [{ night: '2027-02-01' }, 'night', 'Au plus tard dans 60 jours'],
    [{ startsAt: TONIGHT.startsAt }, 'night', 'Donnez une nuit ou des heures, pas les deux'],
    [timed(TONIGHT.startsAt), 'endsAt', 'La fin doit venir après le début'],
    [timed(TONIGHT.endsAt, TONIGHT.startsAt), 'endsAt', 'La fin doit venir après le début'],
    [timed(TONIGHT.startsAt, '2027-03-01T07:00:00Z'), 'endsAt', 'Garde trop longue (31 jours maximum)'],
  ])('%o: 422', async (change, field, message) => {
    const { id } = await buildPlace(server.db);
    const response = await add({ pharmacies: [id], night: '2026-11-20', ...change });
    expect(response).toMatchObject({ status: 422, body: { fields: { [field]: message } } });
    expect(await shifts()).toEqual([]);
  });

  it('is hidden and refused for a deactivated pharmacy', async () => {
    const { id } = await buildUser(server.db, { type: 'pharmacy' });
    await buildDutyShift(server.db, { placeId: id });
    expect((await list()).body.total).toBe(1);
    const admin = await server.signIn('superAdmin');
    await server.call(admin, 'PATCH', `/users/${id}/toggle-active`, { active: false });
    expect((await list()).body.total).toBe(0);
    expect((await add({ pharmacies: [id], night: '2026-11-20' })).status).toBe(422);
  });

  it('is listed tonight and for six nights, even when it began before', async () => {
    const night = (day: number) => ({
      startsAt: new Date(Date.UTC(2026, 10, day, 19)),
      endsAt: new Date(Date.UTC(2026, 10, day + 1, 7)),
    });
    for (const day of [19, 20, 26, 27]) await buildDutyShift(server.db, night(day));
    await buildDutyShift(server.db, { startsAt: night(15).startsAt, endsAt: night(20).endsAt });
    const days = async (query?: string) =>
      (await list(query)).body.dutyShifts.map(({ startsAt }: { startsAt: string }) => startsAt.slice(8, 10));
    expect(await days()).toEqual(['15', '20', '26']);
    expect(await days('?from=2026-11-27')).toEqual(['27']);
    expect(await days('?from=2026-11-19&to=2026-11-19')).toEqual(['15', '19']);
    // Until 8:00 the night before is current.
    server.clock.advance(20.9 * 3600);
    expect(await days()).toEqual(['15', '20', '26']);
    server.clock.advance(0.2 * 3600);
    expect(await days()).toEqual(['26', '27']);
    server.clock.advance(-21.1 * 3600);
  });

  it.each([
    ['?from=hier', 'from', 'Date invalide'],
    ['?from=2026-11-20&to=2026-11-19', 'to', 'La fin doit venir après le début'],
    ['?from=2026-11-20&to=2026-12-21', 'to', 'Période trop longue (31 jours maximum)'],
  ])('is not listed for %s: 422', async (query, field, message) => {
    expect(await list(query)).toMatchObject({ status: 422, body: { fields: { [field]: message } } });
  });

  it('is deleted once', async () => {
    const { id } = await buildDutyShift(server.db);
    expect((await remove(id)).status).toBe(204);
    expect((await remove(id)).status).toBe(404);
    expect((await list()).body).toEqual({ dutyShifts: [], total: 0 });
  });
});

describe('copying a week', () => {
  const copyTo = (from: string) => post('/duty-shifts/copy-week', { from });
  const nightsOf = async (placeId: string) =>
    (await shifts())
      .filter((shift) => shift.placeId === placeId)
      .map(({ startsAt }) => startsAt.toISOString().slice(0, 10))
      .sort();

  it('copies the shifts of the week before, night by night, and only once', async () => {
    const a = await buildPlace(server.db);
    const b = await buildPlace(server.db);
    await addNights(a.id, THIS_WEEK);
    // The night of the 15th belongs to the week before.
    const nights = ['2026-11-15', '2026-11-18', '2026-11-22'];
    await addNights(b.id, nights);
    expect(await copyTo('2026-11-23')).toMatchObject({ status: 200, body: { added: 9 } });
    expect(await nightsOf(a.id)).toEqual([...THIS_WEEK, ...NEXT_WEEK]);
    expect(await nightsOf(b.id)).toEqual([...nights, '2026-11-25', '2026-11-29']);
    expect((await copyTo('2026-11-23')).body).toEqual({ added: 0 });
    expect(await shifts()).toHaveLength(19);
  });

  it('skips nights that are over, and pharmacies that have other hours at that time', async () => {
    const a = await buildPlace(server.db);
    const b = await buildPlace(server.db);
    for (const { id } of [a, b]) await addNights(id, nightsFrom('2026-11-09', 7));
    const hours = { startsAt: new Date('2026-11-20T19:00:00Z'), endsAt: new Date('2026-11-23T07:00:00Z') };
    await buildDutyShift(server.db, { placeId: b.id, ...hours });
    expect((await copyTo('2026-11-16')).body).toEqual({ added: 3 });
    expect((await nightsOf(a.id)).slice(7)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
    expect(await nightsOf(b.id)).toHaveLength(8);
  });

  it('copies explicit hours as they are, and nothing of a deactivated pharmacy', async () => {
    const { id: placeId } = await buildPlace(server.db);
    const hours = { startsAt: new Date('2026-11-20T18:30:00Z'), endsAt: new Date('2026-11-21T10:00:00Z') };
    await buildDutyShift(server.db, { placeId, ...hours });
    await addNights((await buildUser(server.db, { type: 'pharmacy', active: false })).id, ['2026-11-20']);
    expect((await copyTo('2026-11-23')).body).toEqual({ added: 1 });
    expect((await shifts()).map(({ endsAt }) => endsAt.toISOString())).toContain('2026-11-28T10:00:00.000Z');
  });

  it('adds each shift once for concurrent requests', async () => {
    const { id } = await buildPlace(server.db);
    await addNights(id, THIS_WEEK);
    const responses = await Promise.all(Array.from({ length: 10 }, () => copyTo('2026-11-23')));
    expect(responses.reduce((sum, { body }) => sum + body.added, 0)).toBe(7);
    expect(await nightsOf(id)).toEqual([...THIS_WEEK, ...NEXT_WEEK]);
  });

  it.each([
    ['2026-11-09', 'Cette semaine est déjà passée'],
    ['2027-01-18', 'Au plus tard dans 60 jours'],
    ['lundi', 'Date invalide'],
  ])('to %s: 422', async (from, message) => {
    await addNights((await buildPlace(server.db)).id, ['2026-11-03', '2026-11-16']);
    expect(await copyTo(from)).toMatchObject({ status: 422, body: { fields: { from: message } } });
    expect(await shifts()).toHaveLength(2);
  });
});

describe('a pasted list', () => {
  const LIST = { source: 'Ordre des pharmaciens', date: '2026-11-20' };
  const TOO_LONG = 'Liste trop longue : collez-la en plusieurs fois';
  const read = (text: string, week = '2026-11-23') => post('/duty-lists/reading', { text, week });
  const namesOf = async (text: string, week?: string) =>
    (await read(text, week)).body.names.map(
      ({ written, match, nights, pharmacies }: Record<string, string[]>) =>
        [written, match, nights, pharmacies?.length] as const,
    );
  const add = (body: object) => post('/duty-lists', { ...LIST, ...body });
  const lists = () => server.db.select().from(dutyLists);

  it('is read without accents, with similar and unknown names, and nothing is written', async () => {
    const place = { name: 'Pharmacie Camp Guézo', address: 'Guézo' };
    const { id } = await buildPlace(server.db, place);
    for (const name of ['Pharmacie Zogbo', 'Pharmacie Zogbo Nord']) await buildPlace(server.db, { name });
    await buildUser(server.db, { type: 'pharmacy', name: 'Pharmacie Éteinte', active: false });
    const text = 'Lundi 23 novembre\nCAMP GUEZO\nPharmacie Zogbo Sud\nMardi\ncamp guezo\nPharmacie Éteinte';
    const { status, body } = await read(text);
    const nights = ['2026-11-23', '2026-11-24'];
    const found = { written: 'CAMP GUEZO', match: 'found', nights, pharmacies: [{ _id: id, ...place }] };
    expect([status, body.names[0]]).toEqual([200, found]);
    expect(await namesOf(text)).toEqual([
      ['CAMP GUEZO', 'found', nights, 1],
      ['Pharmacie Zogbo Sud', 'ambiguous', ['2026-11-23'], 2],
      ['Pharmacie Éteinte', 'unknown', ['2026-11-24'], 0],
    ]);
    expect([await shifts(), await lists()]).toEqual([[], []]);
  });

  it('is read as a CSV with the name and the date, in any order', async () => {
    await buildPlace(server.db, { name: 'Pharmacie Zogbo' });
    const text = 'Date;Pharmacie\n23/11/2026;"Pharmacie Zogbo"\n24/11/2026;Zogbo\nbientôt;Inconnue\n';
    expect(await namesOf(text)).toEqual([
      ['Pharmacie Zogbo', 'found', ['2026-11-23'], 1],
      ['Zogbo', 'found', ['2026-11-24'], 1],
      ['Inconnue', 'undated', [], 0],
    ]);
  });

  it('is read without nights that are over or too far ahead', async () => {
    await buildPlace(server.db, { name: 'Pharmacie Zogbo' });
    const remaining = nightsFrom('2026-11-20', 3);
    expect(await namesOf('Zogbo', '2026-11-16')).toEqual([['Zogbo', 'found', remaining, 1]]);
    expect(await namesOf('23 novembre 2027\nZogbo')).toEqual([['Zogbo', 'undated', [], 1]]);
  });

  it.each([
    ['empty', ' ', 'Liste requise'],
    ['too long', 'x'.repeat(20_001), TOO_LONG],
    ['of too many lines', Array.from({ length: 1001 }, (_, n) => `Pharmacie ${n}`).join('\n'), TOO_LONG],
  ])('is refused when %s', async (_what, text, message) => {
    expect(await read(text)).toMatchObject({ status: 422, body: { fields: { text: message } } });
  });

  it('is imported once: what is missing and not over, with its source and date', async () => {
    const shifts = [
      { pharmacy: (await buildPlace(server.db)).id, nights: ['2026-11-19', '2026-11-20', '2026-11-21'] },
      { pharmacy: (await buildPlace(server.db)).id, nights: ['2026-11-21', '2026-11-21'] },
    ];
    expect(await add({ shifts })).toMatchObject({ status: 200, body: { added: 3, dutyList: LIST } });
    expect((await add({ shifts })).body.added).toBe(0);
    expect(await server.db.select().from(dutyShifts)).toHaveLength(3);
    expect(await lists()).toMatchObject([{ source: LIST.source, listedOn: LIST.date }]);
  });

  it.each<[{ nights?: string[]; [field: string]: unknown }, string, string]>([
    [{ source: ' ' }, 'source', 'Source requise'],
    [{ source: 'x'.repeat(101) }, 'source', '100 caractères maximum'],
    [{ date: '' }, 'date', 'Date requise'],
    [{ date: '2026-02-30' }, 'date', 'Date invalide'],
    [{ date: '2026-11-21' }, 'date', 'La date de la liste est à venir'],
    [{ shifts: [] }, 'shifts', 'Indiquez au moins une pharmacie'],
    [{ shifts: [{ pharmacy: v7(), nights: ['2026-11-21'] }] }, 'shifts', 'Pharmacie inconnue'],
    [{ nights: ['2026-11-21', '2027-02-01'] }, 'shifts', 'Au plus tard dans 60 jours'],
  ])(
    'is not imported with %o, and nothing is written',
    async ({ nights = ['2026-11-21'], ...change }, field, message) => {
      const { id } = await buildPlace(server.db);
      const response = await add({ shifts: [{ pharmacy: id, nights }], ...change });
      expect(response).toMatchObject({ status: 422, body: { fields: { [field]: message } } });
      expect([await shifts(), await lists()]).toEqual([[], []]);
    },
  );

  it('shows visitors its source and date while it is the latest', async () => {
    const latest = async () => (await server.call(null, 'GET', '/pharmacies/on-duty')).body.dutyList;
    expect(await latest()).toBeNull();
    await buildDutyList(server.db, { listedOn: '2026-11-13', source: 'Préfecture' });
    await buildDutyList(server.db);
    await buildDutyList(server.db, { listedOn: '2026-11-06' });
    expect(await latest()).toEqual(LIST);
  });
});
