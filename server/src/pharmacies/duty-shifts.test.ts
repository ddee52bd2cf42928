import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildDutyShift, buildPlace } from '../builders/place.ts';
import { buildUser } from '../builders/user.ts';
import { dutyShifts } from '../database/schema/places.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// The clock is at 20 November 2026, 11:00 in Benin.
const TONIGHT = { startsAt: '2026-11-20T21:00:00.000Z', endsAt: '2026-11-21T07:00:00.000Z' };

let server: TestApp;
let supervisor: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor');
});
afterAll(() => server.close());
beforeEach(() => server.db.delete(dutyShifts));

const add = (body: object) => server.call(supervisor, 'POST', '/duty-shifts', body);
const list = (query = '') => server.call(supervisor, 'GET', `/duty-shifts${query}`);
const remove = (id: string) => server.call(supervisor, 'DELETE', `/duty-shifts/${id}`);

describe('adding a night', () => {
  it('works for several pharmacies and is idempotent', async () => {
    const b = await buildPlace(server.db, { name: 'Pharmacie B', address: 'Zongo' });
    const a = await buildUser(server.db, { type: 'pharmacy', name: 'Pharmacie À' });
    const body = { pharmacies: [b.id, a.id, b.id], night: '2026-11-20' };
    const { status, body: received } = await add(body);
    expect(status).toBe(201);
    expect(received).toEqual({
      dutyShifts: [
        {
          _id: expect.any(String),
          pharmacy: expect.objectContaining({ _id: a.id, name: 'Pharmacie À' }),
          ...TONIGHT,
        },
        {
          _id: expect.any(String),
          pharmacy: { _id: b.id, name: 'Pharmacie B', phone: null, address: 'Zongo' },
          ...TONIGHT,
        },
      ],
      total: 2,
    });
    expect((await add(body)).body).toEqual(received);
    expect((await list()).body).toEqual(received);
  });

  it('creates one row for twenty concurrent requests', async () => {
    const { id } = await buildPlace(server.db);
    const body = { pharmacies: [id], night: '2026-11-22' };
    const responses = await Promise.all(Array.from({ length: 20 }, () => add(body)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await server.db.select().from(dutyShifts)).toHaveLength(1);
  });

  it('accepts explicit times', async () => {
    const { id } = await buildPlace(server.db);
    const { body } = await add({
      pharmacies: [id],
      startsAt: '2026-11-20T22:00:00+01:00',
      endsAt: '2026-11-27T08:00:00+01:00',
    });
    expect(body.dutyShifts).toMatchObject([
      { startsAt: '2026-11-20T21:00:00.000Z', endsAt: '2026-11-27T07:00:00.000Z' },
    ]);
  });

  it.each([
    [{ pharmacies: [] }, 'pharmacies', 'Indiquez au moins une pharmacie'],
    [{ pharmacies: ['x'] }, 'pharmacies.0', 'Pharmacie inconnue'],
    [{ pharmacies: [v7()] }, 'pharmacies', 'Pharmacie inconnue'],
    [{ night: undefined }, 'night', 'Date requise'],
    [{ night: 'demain' }, 'night', 'Date invalide'],
    [{ night: '2026-11-19' }, 'night', 'Cette garde est déjà passée'],
    [{ night: '2027-02-01' }, 'night', 'Au plus tard dans 60 jours'],
    [{ startsAt: TONIGHT.startsAt }, 'night', 'Donnez une nuit ou des heures, pas les deux'],
    [{ night: undefined, startsAt: TONIGHT.startsAt }, 'endsAt', 'La fin doit venir après le début'],
    [
      { night: undefined, startsAt: TONIGHT.endsAt, endsAt: TONIGHT.startsAt },
      'endsAt',
      'La fin doit venir après le début',
    ],
    [
      { night: undefined, startsAt: TONIGHT.startsAt, endsAt: '2027-03-01T07:00:00Z' },
      'endsAt',
      'Garde trop longue (31 jours maximum)',
    ],
  ])('%o: 422', async (change, field, message) => {
    const { id } = await buildPlace(server.db);
    const response = await add({ pharmacies: [id], night: '2026-11-20', ...change });
    expect(response).toMatchObject({ status: 422, body: { fields: { [field]: message } } });
    expect(await server.db.select().from(dutyShifts)).toEqual([]);
  });

  it('rejects a deactivated pharmacy, whose shifts are hidden', async () => {
    const { id } = await buildUser(server.db, { type: 'pharmacy' });
    await buildDutyShift(server.db, { placeId: id });
    expect((await list()).body.total).toBe(1);
    const admin = await server.signIn('superAdmin');
    await server.call(admin, 'PATCH', `/users/${id}/toggle-active`, { active: false });
    expect((await list()).body.total).toBe(0);
    expect((await add({ pharmacies: [id], night: '2026-11-20' })).status).toBe(422);
  });
});

describe('the list', () => {
  it('contains tonight and the six following nights, including shifts that began before', async () => {
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
  ])('%s: 422', async (query, field, message) => {
    expect(await list(query)).toMatchObject({ status: 422, body: { fields: { [field]: message } } });
  });

  it('omits a deleted shift; deleting it again returns 404', async () => {
    const { id } = await buildDutyShift(server.db);
    expect((await remove(id)).status).toBe(204);
    expect((await remove(id)).status).toBe(404);
    expect((await list()).body).toEqual({ dutyShifts: [], total: 0 });
  });
});
