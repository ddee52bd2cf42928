import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { migrateDatabase } from './migrate.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const applied = async () =>
  (await server.pool.query('select hash, created_at from drizzle.__drizzle_migrations order by id')).rows;

it('skips applied migrations: they are identified by time, not by name', async () => {
  const before = await applied();
  await migrateDatabase(server.pool);
  expect(await applied()).toEqual(before);
  // 0002 was called 0002_walls.sql in the first versions.
  expect(before[2]).toEqual({
    hash: 'a3dfeef275721a4237035af8ebbf12bef257f29b1d9ef08e377b2ef15f95fba9',
    created_at: '1795167956364',
  });
});
