import { dutyNight, nightsFrom } from '@amasin/domain/pharmacies/duty-night.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildDutyShift, buildPlace } from '../builders/place.ts';
import { buildUser } from '../builders/user.ts';
import { dutyShifts } from '../database/schema/places.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// The clock is at Friday 20 November 2026, 11:00 in Benin.
const THIS_WEEK = nightsFrom('2026-11-16', 7);
const NEXT_WEEK = nightsFrom('2026-11-23', 7);

let server: TestApp;
let supervisor: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor');
});
afterAll(() => server.close());
beforeEach(() => server.db.delete(dutyShifts));

const copyTo = (from: string) => server.call(supervisor, 'POST', '/duty-shifts/copy-week', { from });
const addNights = async (placeId: string, nights: readonly string[]) => {
  for (const night of nights) await buildDutyShift(server.db, { placeId, ...dutyNight(night)! });
};
const nightsOf = async (placeId: string) =>
  (await server.db.select().from(dutyShifts))
    .filter((shift) => shift.placeId === placeId)
    .map(({ startsAt }) => startsAt.toISOString().slice(0, 10))
    .sort();

it('copies the shifts of the week before, night by night, and only once', async () => {
  const a = await buildPlace(server.db);
  const b = await buildPlace(server.db);
  await addNights(a.id, THIS_WEEK);
  await addNights(b.id, ['2026-11-15', '2026-11-18', '2026-11-22']);
  expect(await copyTo('2026-11-23')).toMatchObject({ status: 200, body: { added: 9 } });
  expect(await nightsOf(a.id)).toEqual([...THIS_WEEK, ...NEXT_WEEK]);
  // The night of the 15th belongs to the week before.
  expect(await nightsOf(b.id)).toEqual([
    '2026-11-15',
    '2026-11-18',
    '2026-11-22',
    '2026-11-25',
    '2026-11-29',
  ]);
  expect((await copyTo('2026-11-23')).body).toEqual({ added: 0 });
  expect(await server.db.select().from(dutyShifts)).toHaveLength(19);
});

it('skips nights that are over, and pharmacies that have other hours at that time', async () => {
  const a = await buildPlace(server.db);
  const b = await buildPlace(server.db);
  await addNights(a.id, nightsFrom('2026-11-09', 7));
  await addNights(b.id, nightsFrom('2026-11-09', 7));
  const hours = { startsAt: new Date('2026-11-20T19:00:00Z'), endsAt: new Date('2026-11-23T07:00:00Z') };
  await buildDutyShift(server.db, { placeId: b.id, ...hours });
  expect((await copyTo('2026-11-16')).body).toEqual({ added: 3 });
  expect((await nightsOf(a.id)).slice(7)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
  expect(await nightsOf(b.id)).toHaveLength(8);
});

it('copies explicit hours as they are, and nothing of a deactivated pharmacy', async () => {
  const place = await buildPlace(server.db);
  const hours = { startsAt: new Date('2026-11-20T18:30:00Z'), endsAt: new Date('2026-11-21T10:00:00Z') };
  await buildDutyShift(server.db, { placeId: place.id, ...hours });
  const off = await buildUser(server.db, { type: 'pharmacy', active: false });
  await addNights(off.id, ['2026-11-20']);
  expect((await copyTo('2026-11-23')).body).toEqual({ added: 1 });
  const rows = await server.db.select().from(dutyShifts);
  expect(rows.map(({ endsAt }) => endsAt.toISOString())).toContain('2026-11-28T10:00:00.000Z');
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
])('to the week of %s: 422', async (from, message) => {
  await addNights((await buildPlace(server.db)).id, ['2026-11-03', '2026-11-16']);
  expect(await copyTo(from)).toMatchObject({ status: 422, body: { fields: { from: message } } });
  expect(await server.db.select().from(dutyShifts)).toHaveLength(2);
});
