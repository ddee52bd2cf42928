import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { openDatabase } from '../database/database.ts';
import { medicationChanges, medications } from '../database/schema/medications.ts';
import { transact } from '../database/transaction.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { searchOnce } from './find.ts';
import { findMedications } from './queries.ts';

let server: TestApp;
let other: ReturnType<typeof openDatabase>;
let customer: Visitor;
let supervisor: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  // As another process on the same database.
  other = openDatabase({ connectionString: server.pool.options.connectionString ?? '' }, () => {});
  customer = await server.signIn('customer');
  supervisor = await server.signIn('supervisor');
});
afterAll(async () => {
  await other.close();
  await server.close();
});
beforeEach(() => server.db.delete(medications));

const total = async (visitor: Visitor) =>
  (await server.call(visitor, 'GET', '/medications?limit=1')).body.total;
const totals = async () => [await total(customer), await total(supervisor)];
const search = async (q: string) => {
  const { body } = await server.call(customer, 'GET', `/medications/search?q=${q}`);
  return body.medications.map(({ label }: { label: string }) => label);
};

const searchFor = (phrase: string) => searchOnce(server.db, phrase, { orderableOnly: true, limit: 20 });

it('the totals follow every change, in this process and in another', async () => {
  expect(await totals()).toEqual([0, 0]);
  const { id } = await buildMedication(server.db);
  await buildMedication(other.db, { reviewed: false });
  await buildMedication(other.db, { price: 0 });
  expect(await totals()).toEqual([1, 3]);
  const put = (body: object) => server.call(supervisor, 'PUT', `/medications/${id}`, body);
  await put({ price: 0 });
  expect(await totals()).toEqual([0, 3]);
  await put({ price: 500 });
  expect(await totals()).toEqual([1, 3]);
  await server.call(supervisor, 'DELETE', `/medications/${id}`);
  expect(await totals()).toEqual([0, 2]);
  await other.db.delete(medications);
  expect(await totals()).toEqual([0, 0]);
});

it('the first page follows every change, and is read once until then', async () => {
  const labels = async (limit: number) => {
    const { body } = await server.call(customer, 'GET', `/medications?limit=${limit}`);
    return body.medications.map(({ label }: { label: string }) => label);
  };
  await buildMedication(server.db, { label: 'Spasfon' });
  const { id } = await buildMedication(other.db, { label: 'Doliprane' });
  expect([await labels(20), await labels(1)]).toEqual([['Doliprane', 'Spasfon'], ['Doliprane']]);
  await server.call(supervisor, 'PUT', `/medications/${id}`, { label: 'Zinc' });
  expect(await labels(20)).toEqual(['Spasfon', 'Zinc']);
  await other.db.update(medications).set({ deletedAt: server.clock.now() }).where(eq(medications.id, id));
  expect(await labels(20)).toEqual(['Spasfon']);
  const first = () => findMedications(server.db, { orderableOnly: true, page: 1, limit: 20 });
  expect((await first()).rows[0]).toBe((await first()).rows[0]);
});

it('a first page that could not be read is read again', async () => {
  await buildMedication(server.db, { label: 'Spasfon' });
  const status = async (limit: number) =>
    (await server.call(customer, 'GET', `/medications?limit=${limit}`)).status;
  expect(await status(20)).toBe(200);
  await server.pool.query('alter table medications rename column label to hidden');
  const failed = await status(10);
  await server.pool.query('alter table medications rename column hidden to label');
  expect([failed, await status(10)]).toEqual([500, 200]);
});

it('a change that is committed after later ones counts, and does not make them wait', async () => {
  await buildMedication(server.db);
  await transact(other.db, async (tx) => {
    await buildMedication(tx);
    expect(await totals()).toEqual([1, 1]);
    await buildMedication(server.db);
    expect(await totals()).toEqual([2, 2]);
  });
  expect(await totals()).toEqual([3, 3]);
});

it('the rows that tell changes apart are few', async () => {
  for (let n = 0; n < 30; n += 1) await buildMedication(server.db);
  expect(await server.db.select().from(medicationChanges)).toHaveLength(1);
});

it('a search repeated after a change has other results', async () => {
  const { id } = await buildMedication(server.db, { label: 'Spasfon' });
  const put = (body: object) => server.call(supervisor, 'PUT', `/medications/${id}`, body);
  expect([await search('spasf'), await search('spasf')]).toEqual([['Spasfon'], ['Spasfon']]);
  await buildMedication(other.db, { label: 'Spasfon Lyoc' });
  expect(await search('spasf')).toEqual(['Spasfon', 'Spasfon Lyoc']);
  await put({ price: 0 });
  expect(await search('spasf')).toEqual(['Spasfon Lyoc']);
  expect((await server.call(supervisor, 'GET', '/medications/search?q=spasf')).body.total).toBe(2);
  await other.db.delete(medications);
  expect(await search('spasf')).toEqual([]);
});

it('keeps the results of the last three hundred searches', async () => {
  await buildMedication(server.db, { label: 'Spasfon' });
  const first = await searchFor('spas');
  const again = await searchFor('spas');
  expect(again).toBe(first);
  for (let n = 0; n < 300; n += 1) await searchFor(`spas ${n}`);
  const afterOthers = await searchFor('spas');
  expect(afterOthers).not.toBe(first);
  expect(afterOthers).toEqual(first);
});

it('a new label is found with a typo at once, also from another process', async () => {
  expect(await search('dolipzane')).toEqual([]);
  const { id } = await buildMedication(other.db, { label: 'Doliprane' });
  expect(await search('dolipzane')).toEqual(['Doliprane']);
  await server.call(supervisor, 'PUT', `/medications/${id}`, { label: 'Efferalgan' });
  expect([await search('dolipzane'), await search('efferalgon')]).toEqual([[], ['Efferalgan']]);
  await other.db.update(medications).set({ deletedAt: server.clock.now() }).where(eq(medications.id, id));
  expect(await search('efferalgon')).toEqual([]);
});
