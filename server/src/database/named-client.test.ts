import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { openDatabase } from './database.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(async () => {
  await server.close();
});

/** A single connection, so that its prepared statements can be counted. */
async function onOneConnection<T>(run: (db: TestApp['db']) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase(
    { connectionString: server.pool.options.connectionString ?? '', max: 1 },
    () => {},
  );
  try {
    return await run(db);
  } finally {
    await close();
  }
}

const PREPARED = sql`select statement from pg_prepared_statements where statement like ${'%as prepared_test%'}`;

it('prepares a statement once, whatever its values', async () => {
  const { rows, results } = await onOneConnection(async (db) => {
    const results: unknown[] = [];
    for (const n of [1, 2, 3]) {
      results.push(...(await db.execute(sql`select ${n}::int + 1 as prepared_test`)).rows);
    }
    return { results, rows: (await db.execute(PREPARED)).rows };
  });
  expect(results).toEqual([{ prepared_test: 2 }, { prepared_test: 3 }, { prepared_test: 4 }]);
  expect(rows).toHaveLength(1);
});

it('prepares a statement without values, but not several at once', async () => {
  const rows = await onOneConnection(async (db) => {
    expect((await db.execute(sql`select 1 as prepared_test`)).rows).toEqual([{ prepared_test: 1 }]);
    await db.execute(sql`select 1 as prepared_test; select 2 as prepared_test`);
    return (await db.execute<{ statement: string }>(PREPARED)).rows;
  });
  expect(rows.map(({ statement }) => statement)).toContain('select 1 as prepared_test');
  expect(rows.filter(({ statement }) => statement.includes(';'))).toEqual([]);
});

it('a failed statement does not affect the next one with the same text', async () => {
  const half = (n: number) => sql`select 10 / ${n}::int as halved`;
  await onOneConnection(async (db) => {
    expect((await db.execute(half(2))).rows).toEqual([{ halved: 5 }]);
    await expect(db.execute(half(0))).rejects.toThrow();
    expect((await db.execute(half(5))).rows).toEqual([{ halved: 2 }]);
  });
});

it('prepares at most 300 statements per connection', async () => {
  const prepared = await onOneConnection(async (db) => {
    for (let n = 0; n < 400; n += 1)
      await db.execute(sql`select ${n}::int as ${sql.identifier(`number_${n}`)}`);
    return (await db.execute<{ n: number }>(sql`select count(*)::int as n from pg_prepared_statements`))
      .rows[0]!.n;
  });
  expect(prepared).toBe(300);
});
