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

/** One connection, so that what it keeps can be counted. */
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

const KEPT = sql`select statement from pg_prepared_statements where statement like '%kept_by_name%'`;

it('a statement with values is read and planned once, whatever its values', async () => {
  const { rows, answers } = await onOneConnection(async (db) => {
    const answers: unknown[] = [];
    for (const n of [1, 2, 3]) {
      answers.push(...(await db.execute(sql`select ${n}::int + 1 as kept_by_name`)).rows);
    }
    return { answers, rows: (await db.execute(KEPT)).rows };
  });
  expect(answers).toEqual([{ kept_by_name: 2 }, { kept_by_name: 3 }, { kept_by_name: 4 }]);
  expect(rows).toHaveLength(1);
});

it('a refused statement does not spoil the next one of the same text', async () => {
  const half = (n: number) => sql`select 10 / ${n}::int as halved`;
  await onOneConnection(async (db) => {
    expect((await db.execute(half(2))).rows).toEqual([{ halved: 5 }]);
    await expect(db.execute(half(0))).rejects.toThrow();
    expect((await db.execute(half(5))).rows).toEqual([{ halved: 2 }]);
  });
});

it('no connection keeps more than 300 statements', async () => {
  const kept = await onOneConnection(async (db) => {
    for (let n = 0; n < 400; n += 1)
      await db.execute(sql`select ${n}::int as ${sql.identifier(`number_${n}`)}`);
    return (await db.execute<{ n: number }>(sql`select count(*)::int as n from pg_prepared_statements`))
      .rows[0]!.n;
  });
  expect(kept).toBe(300);
});
