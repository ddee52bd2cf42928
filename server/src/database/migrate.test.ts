import { readMigrationFiles } from 'drizzle-orm/migrator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { migrateDatabase, migrationsFolder } from './migrate.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const applied = async () =>
  (await server.pool.query('select hash, created_at from drizzle.__drizzle_migrations order by id')).rows;

it('applies each migration once', async () => {
  const before = await applied();
  expect(before).toHaveLength(readMigrationFiles({ migrationsFolder }).length);
  await migrateDatabase(server.pool);
  expect(await applied()).toEqual(before);
});
