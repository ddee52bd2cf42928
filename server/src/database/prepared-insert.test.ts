import { asc, sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { preparedInsert } from './sql.ts';
import { transact } from './transaction.ts';

const things = pgTable('things', {
  id: uuid('id').primaryKey().$defaultFn(v7),
  n: integer('n').notNull(),
  label: text('label').default('none'),
  at: timestamp('at', { withTimezone: true, mode: 'date' }),
  details: jsonb('details').$type<{ a: number }>(),
});
const insertThings = preparedInsert(things);
const insertOnce = preparedInsert(things, (insert) =>
  insert.onConflictDoNothing().returning({ n: things.n }),
);
const at = new Date('2026-11-24T10:00:00.123Z');

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await server.db.execute(
    sql`create table things (id uuid primary key, n integer not null, label text default 'none', at timestamptz, details jsonb)`,
  );
});
afterAll(() => server.close());
beforeEach(() => server.db.execute(sql`truncate things`));

const stored = async () => {
  const { id: _, ...columns } = {
    id: things.id,
    n: things.n,
    label: things.label,
    at: things.at,
    details: things.details,
  };
  return server.db.select(columns).from(things).orderBy(asc(things.n));
};

it('inserts what each call gives, with the defaults of the table and of the code', async () => {
  for (const n of [1, 2]) await insertThings(server.db, [{ n, at, details: { a: n } }]);
  expect(await stored()).toEqual([1, 2].map((n) => ({ n, label: 'none', at, details: { a: n } })));
});

it('inserts null as null, of a date and of JSON too, and undefined as the default', async () => {
  await insertThings(server.db, [{ n: 1, label: null, at: null, details: null }]);
  await insertThings(server.db, [{ n: 2, label: undefined }]);
  expect(await stored()).toEqual([
    { n: 1, label: null, at: null, details: null },
    { n: 2, label: 'none', at: null, details: null },
  ]);
  const { rows } = await server.db.execute(sql`select n from things where details is null order by n`);
  expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
});

it('inserts several rows of different columns, few or many', async () => {
  for (const count of [3, 50]) {
    const rows = Array.from({ length: count }, (_, n) => (n % 2 === 0 ? { n, label: `${n}` } : { n, at }));
    await insertThings(server.db, rows);
    expect(await stored()).toEqual(
      rows.map(({ n, label = 'none', at = null }: { n: number; label?: string; at?: Date | null }) => ({
        n,
        label,
        at,
        details: null,
      })),
    );
    await server.db.execute(sql`truncate things`);
  }
});

it('returns what follows the values, and nothing for a conflict', async () => {
  const id = v7();
  expect(await insertOnce(server.db, [{ id, n: 1 }])).toEqual([{ n: 1 }]);
  expect(await insertOnce(server.db, [{ id, n: 2 }])).toEqual([]);
});

it('inserts in a transaction, which undoes it', async () => {
  const failing = transact(server.db, async (tx) => {
    await insertThings(tx, [{ n: 1 }]);
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  await transact(server.db, (tx) => insertThings(tx, [{ n: 2 }]));
  expect((await stored()).map(({ n }) => n)).toEqual([2]);
});
