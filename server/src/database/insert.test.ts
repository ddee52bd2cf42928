import { asc, sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { insertAll, insertInto } from './sql.ts';
import { transact } from './transaction.ts';

const boxes = pgTable('boxes', {
  id: uuid('id').primaryKey().$defaultFn(v7),
  n: integer('n').notNull(),
  label: text('label').default('none'),
  at: timestamp('at', { withTimezone: true, mode: 'date' }),
  details: jsonb('details').$type<{ a: number }>(),
});
const parts = pgTable('parts', { boxId: uuid('box_id').references(() => boxes.id), n: integer('n') });
const at = new Date('2026-11-24T10:00:00.123Z');

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await server.db.execute(
    sql`create table boxes (id uuid primary key, n integer not null, label text default 'none', at timestamptz, details jsonb)`,
  );
  await server.db.execute(sql`create table parts (box_id uuid references boxes, n integer)`);
});
afterAll(() => server.close());
beforeEach(() => server.db.execute(sql`truncate boxes, parts`));

const stored = () =>
  server.db
    .select({ n: boxes.n, label: boxes.label, at: boxes.at, details: boxes.details })
    .from(boxes)
    .orderBy(asc(boxes.n));

it('inserts what each call gives, with the defaults of the table and of the code', async () => {
  for (const n of [1, 2]) await insertAll(server.db, insertInto(boxes, [{ n, at, details: { a: n } }]));
  expect(await stored()).toEqual([1, 2].map((n) => ({ n, label: 'none', at, details: { a: n } })));
});

it('inserts null as null, of a date and of JSON too, and undefined as the default', async () => {
  await insertAll(server.db, insertInto(boxes, [{ n: 1, label: null, at: null, details: null }]));
  await insertAll(server.db, insertInto(boxes, [{ n: 2, label: undefined }]));
  expect(await stored()).toEqual([
    { n: 1, label: null, at: null, details: null },
    { n: 2, label: 'none', at: null, details: null },
  ]);
  const { rows } = await server.db.execute(sql`select n from boxes where details is null order by n`);
  expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
});

it('stores quotes, backslashes and letters of every alphabet as they are', async () => {
  const label = `« l’œuf » "x" \\ '; drop table boxes; -- ✚ 😀\n`;
  await insertAll(server.db, insertInto(boxes, [{ n: 1, label }]));
  expect(await stored()).toEqual([{ n: 1, label, at: null, details: null }]);
});

it('inserts many rows, and null where only others give a column', async () => {
  const rows = Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? { n, label: `${n}` } : { n, at }));
  await insertAll(server.db, insertInto(boxes, rows));
  expect(await stored()).toEqual(
    rows.map(({ n, label = null, at = null }: { n: number; label?: string | null; at?: Date | null }) => ({
      n,
      label,
      at,
      details: null,
    })),
  );
});

it('inserts rows that refer to each other in one statement, all or none', async () => {
  const id = v7();
  const insert = (n: number, boxId: string) =>
    insertAll(server.db, insertInto(parts, [{ boxId, n }]), insertInto(boxes, [{ id, n }]));
  await expect(insert(1, v7())).rejects.toThrow();
  expect(await stored()).toEqual([]);
  await insert(2, id);
  expect(await server.db.select().from(parts)).toEqual([{ boxId: id, n: 2 }]);
});

it('takes what follows the values, and undoes with its transaction', async () => {
  const id = v7();
  const once = async (n: number) =>
    (await server.db.execute(sql`${insertInto(boxes, [{ id, n }])} on conflict do nothing returning n`)).rows;
  expect(await once(1)).toEqual([{ n: 1 }]);
  expect(await once(2)).toEqual([]);
  const failing = transact(server.db, async (tx) => {
    await insertAll(tx, insertInto(boxes, [{ n: 3 }]));
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  expect((await stored()).map(({ n }) => n)).toEqual([1]);
});
