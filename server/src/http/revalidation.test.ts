import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let customer: Visitor;
let supervisor: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  customer = await server.signIn('customer');
  supervisor = await server.signIn('supervisor');
  await buildZone(server.db);
  await buildMedication(server.db, { label: 'Zinc', createdById: supervisor.row.id });
});
afterAll(() => server.close());

const get = (path: string, known?: unknown, visitor = customer) =>
  server.call(visitor, 'GET', path, undefined, known === undefined ? {} : { 'if-none-match': known });

it.each([
  ['/zones', () => buildZone(server.db)],
  ['/medications', () => buildMedication(server.db)],
])('%s is kept by the browser, and sent again only after a change', async (path, change) => {
  const first = await get(path);
  expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'authorization' });
  const { etag } = first.headers;
  expect(etag).toMatch(/^W\/"[\w-]{43}"$/);
  for (const known of [etag, `"other", ${etag}`]) {
    const again = await get(path, known);
    expect([again.status, again.body, again.headers.etag]).toEqual([304, null, etag]);
    expect(again.headers['cache-control']).toBe('private, no-cache');
    expect(again.headers).not.toHaveProperty('content-type');
  }
  await change();
  const changed = await get(path, etag);
  expect([changed.status, changed.headers.etag === etag]).toEqual([200, false]);
  expect(changed.body.total).toBe(first.body.total + 1);
});

it('does not revalidate without a valid session', async () => {
  const { etag } = (await get('/zones')).headers;
  const { status, headers } = await server.call(null, 'GET', '/zones', undefined, { 'if-none-match': etag });
  expect([status, headers['cache-control'], headers.etag]).toEqual([401, 'no-store', undefined]);
});

it('searches and what managers of the catalogue see are not kept', async () => {
  for (const [path, visitor] of [
    ['/medications/search?q=zinc', customer],
    ['/medications', supervisor],
    ['/medications?q=zinc', supervisor],
    ['/pharmacies/search?lat=6.4&lng=2.4', customer],
    ['/orders', customer],
  ] as const) {
    const { status, headers } = await get(path, undefined, visitor);
    expect([status, headers['cache-control'], headers.etag], path).toEqual([200, 'no-store', undefined]);
  }
});
