import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import type { Database } from './database.ts';
import { isOutage } from './errors.ts';
import { transact } from './transaction.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

/** The error that this work rejects with. */
const errorOf = (work: (tx: Database) => Promise<unknown>): Promise<unknown> =>
  transact(server.db, work).then(
    () => null,
    (error) => error,
  );
/** The database ends the connection, as in a restart. */
const lose = sql`select pg_terminate_backend(pg_backend_pid())`;

it('a connection lost during the work is an outage, with its original error', async () => {
  const error = await errorOf((tx) => tx.execute(lose));
  expect(error).toMatchObject({ cause: { code: '57P01' } });
  expect(isOutage(error)).toBe(true);
  expect((await server.db.execute<{ n: number }>(sql`select 1 as n`)).rows).toEqual([{ n: 1 }]);
});

it('a connection lost before COMMIT is an outage', async () => {
  const error = await errorOf((tx) => tx.execute(lose).catch(() => 'all is well'));
  expect(isOutage(error)).toBe(true);
});

it('a refusal remains a refusal although the connection was lost', async () => {
  const error = await errorOf(async (tx) => {
    await tx.execute(lose).catch(() => {});
    throw new Refusal('STATE_CHANGED');
  });
  expect(error).toMatchObject({ code: 'STATE_CHANGED' });
});
