import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import { orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { licenceAlarm } from '@amasin/domain/users/licence.ts';
import { normalizePhone } from '@amasin/domain/users/phone-number.ts';
import { count, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { medications } from '../database/schema/medications.ts';
import { orderEvents, orders } from '../database/schema/orders.ts';
import { users } from '../database/schema/users.ts';
import type { ImportReport } from '../list-files/import-lines.ts';
import { priceList } from '../medications/import.ts';
import { directory } from '../pharmacies/import.ts';
import { importList } from '../testing/import-list.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, TestClock } from '../testing/test-app.ts';
import { zoneList } from '../zones/import.ts';
import { fillDemo } from './fill-demo.ts';
import { hasDemoAccounts, isEmpty } from './queries.ts';
import { readMedications, readPlaces, readPrescriptions, readZones } from './tables.ts';

/** One minute after midnight in Benin, so that the evening before is as recent as possible. */
const clock = new TestClock(new Date('2026-11-19T23:01:00.000Z'));
const progress: [done: number, all: number][] = [];
let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ clock });
  expect([await isEmpty(server.db), await hasDemoAccounts(server.db)]).toEqual([true, false]);
  await fillDemo(server.ctx, (done, all) => progress.push([done, all]));
  expect([await isEmpty(server.db), await hasDemoAccounts(server.db)]).toEqual([false, true]);
});
afterAll(() => server.close());

const rows = async (table: typeof users | typeof medications) =>
  (await server.db.select({ n: count() }).from(table))[0]!.n;

async function signIn(identifier: string) {
  const path = identifier.includes('@') ? '/auth/admin-login' : '/auth/login';
  const { body } = await server.call(null, 'POST', path, { identifier, password: 'demo-amasin' });
  return body;
}

it.each([
  ['admin@amasin.demo', { type: 'superAdmin' }],
  ['superviseur@amasin.demo', { type: 'supervisor' }],
  ['pharmacien@amasin.demo', { type: 'agent' }],
  ['pharmacie@amasin.demo', { type: 'pharmacy', isPartner: true }],
  ['pharmacie2@amasin.demo', { type: 'pharmacy', isPartner: true }],
  ['livreur@amasin.demo', { type: 'deliveryPerson' }],
  ['livreur2@amasin.demo', { type: 'deliveryPerson' }],
  ['docteur@amasin.demo', { type: 'partnerDoctor', verified: true }],
  ['docteur2@amasin.demo', { type: 'partnerDoctor', verified: false }],
  ['0197000001', { type: 'customer' }],
  ['0197000002', { type: 'customer' }],
])('%s can sign in: %o', async (identifier, flags) => {
  const { user } = await signIn(identifier);
  const itself = identifier.includes('@') ? { email: identifier } : { phone: normalizePhone(identifier) };
  expect(user).toMatchObject({ ...itself, ...flags, active: true });
});

it('has a pharmacy whose authorisation ends within the month, and one whose does not', async () => {
  const rows = await server.db.select().from(users).where(eq(users.type, 'pharmacy')).orderBy(users.phone);
  const alarms = rows.map(({ licenceUntil }) => licenceAlarm(licenceUntil, dayInBenin(clock.now())));
  expect(alarms).toEqual([null, 30]);
});

it('has pharmacies nearby, and some on duty on each night of the week', async () => {
  const around = await server.call(null, 'GET', '/pharmacies/search?radius=30');
  expect(around.body.total).toBe(8);
  const tonight = (await server.call(null, 'GET', '/pharmacies/on-duty')).body.pharmacies;
  expect(tonight.map(({ name }: { name: string }) => name)).toEqual([
    'Pharmacie Fifamè',
    'Pharmacie Gbèdagni',
    'Pharmacie Mahutin',
  ]);
  const { token, user } = await signIn('superviseur@amasin.demo');
  const { body } = await server.call({ token, row: user }, 'GET', '/duty-shifts');
  const nights = new Set(body.dutyShifts.map(({ startsAt }: { startsAt: string }) => startsAt));
  expect(nights.size).toBe(7);
});

it('has orders in every state and for every type of user', async () => {
  const { token, user } = await signIn('superviseur@amasin.demo');
  const { body } = await server.call({ token, row: user }, 'GET', '/orders');
  for (const state of orderStates) expect(body.counts[state], state).toBeGreaterThan(0);
  for (const who of ['pharmacie@amasin.demo', 'livreur@amasin.demo', '0197000001', '0197000002']) {
    const own = await signIn(who);
    const seen = await server.call({ token: own.token, row: own.user }, 'GET', '/orders');
    expect(seen.body.total, who).toBeGreaterThan(0);
  }
});

it('has prescriptions for their customers, not for people of the test builders', async () => {
  const { token, user } = await signIn('admin@amasin.demo');
  const { body } = await server.call({ token, row: user }, 'GET', '/prescriptions?limit=50');
  const named = await server.db.select({ name: users.name }).from(users);
  const patients = [...named.map(({ name }) => name), ...readPrescriptions().map((plan) => plan.patientName)];
  const seen = body.prescriptions.map(({ patientName }: { patientName: string }) => patientName);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter((name: string) => !patients.includes(name))).toEqual([]);
});

it('satisfies all invariants and has no date in the future', async () => {
  await expectInvariants(server.db);
  const now = clock.now();
  const [latest] = await server.db
    .select({ order: sql<Date>`max(${orders.createdAt})`, event: sql<Date>`max(${orderEvents.at})` })
    .from(orderEvents)
    .innerJoin(orders, sql`${orders.id} = ${orderEvents.orderId}`);
  expect(new Date(latest!.order).getTime()).toBeLessThan(now.getTime());
  expect(new Date(latest!.event).getTime()).toBeLessThan(now.getTime());
});

it('has the 13 arrondissements and at least 150 searchable medicines', async () => {
  const { token, user } = await signIn('0197000001');
  const visitor = { token, row: user };
  expect((await server.call(visitor, 'GET', '/zones')).body.total).toBe(13);
  expect(await rows(medications)).toBeGreaterThanOrEqual(150);
  const { body } = await server.call(visitor, 'GET', '/medications/search?q=paracetamol');
  expect(body.medications[0].label).toMatch(/^Paracétamol/);
});

it.each([
  [
    'medications',
    readMedications,
    (open) => importList(server.db, 'medications', priceList(open, clock.now())),
  ],
  [
    'zones',
    readZones,
    (open) => importList(server.db, 'zones', zoneList(open, { fee: null, at: clock.now() })),
  ],
  ['places', readPlaces, (open) => importList(server.db, 'pharmacies', directory(open))],
] satisfies [string, () => unknown[], (open: () => Readable) => Promise<ImportReport>][])(
  'has a %s.csv that the operator can import: nothing changes',
  async (name, readRows, work) => {
    const read = readRows().length;
    const open = () => createReadStream(join(import.meta.dirname, 'csv', `${name}.csv`));
    expect(await work(open)).toEqual({ read, added: 0, updated: 0, waiting: [], refused: [] });
  },
);

it('reports its progress up to the last step', () => {
  const all = progress.length;
  expect(progress).toEqual(progress.map((_, index) => [index + 1, all]));
  expect(all).toBeGreaterThan(orderStates.length);
});

it('is filled completely or not at all', async () => {
  const before = await rows(users);
  await expect(fillDemo(server.ctx)).rejects.toThrow();
  expect(await rows(users)).toBe(before);
  const half = await startTestApp();
  const interrupted = fillDemo(half.ctx, (done, all) => {
    if (done === all) throw new Error('interrupted');
  });
  await expect(interrupted).rejects.toThrow('interrupted');
  expect(await isEmpty(half.db)).toBe(true);
  await half.close();
});
