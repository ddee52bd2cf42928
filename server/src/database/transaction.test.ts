import { count, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { Query } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../refusal.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { type Database, openDatabase } from './database.ts';
import { isDuplicate, isOutage } from './errors.ts';
import { insertAll, insertInto, preparedOnce } from './sql.ts';
import { onOneConnection, together, transact } from './transaction.ts';

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

describe('a transaction', () => {
  const kept = async () =>
    (await server.db.execute<{ n: number }>(sql`select n from kept order by n`)).rows.map(({ n }) => n);
  const insert = async (tx: Database, n: number) => {
    await tx.execute(sql`insert into kept values (${n})`);
  };
  beforeAll(() => server.db.execute(sql`create table kept (n integer primary key)`));
  beforeEach(() => server.db.execute(sql`truncate kept`));

  it('undoes its first statement, which is sent with BEGIN', async () => {
    const error = await errorOf(async (tx) => {
      await insert(tx, 1);
      throw new Refusal('STATE_CHANGED');
    });
    expect(error).toMatchObject({ code: 'STATE_CHANGED' });
    expect(await kept()).toEqual([]);
  });

  it('is not reported as committed when it ignored a failed statement', async () => {
    const error = await errorOf(async (tx) => {
      await insert(tx, 1);
      await insert(tx, 1).catch(() => undefined);
    });
    expect(error).toBeInstanceOf(Error);
    expect(await kept()).toEqual([]);
  });

  it('keeps what surrounds a part that failed', async () => {
    await transact(server.db, async (tx) => {
      await insert(tx, 1);
      const part = transact(tx, async (inner) => {
        await insert(inner, 2);
        await insert(inner, 1);
      });
      await expect(part).rejects.toThrow();
      await insert(tx, 3);
    });
    expect(await kept()).toEqual([1, 3]);
  });

  it('runs on a single connection as well', async () => {
    const client = await server.pool.connect();
    const failed = transact(drizzle(client), async (tx) => {
      await insert(tx, 1);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    client.release();
    expect(await kept()).toEqual([]);
  });

  it('sends statements together, in their order, whatever builds them', async () => {
    const run = async (tx: Database, text: string) => tx.execute(sql.raw(text));
    const countRows = async (tx: Database) => (await tx.select({ n: count() }).from(children))[0]!.n;
    const readPrepared = async (tx: Database) => (await counted(tx).children.execute())[0]!.n;
    const counts = await transact(server.db, async (tx) => {
      await run(tx, 'create temporary table parents (n integer primary key) on commit drop');
      await run(tx, 'create temporary table children (n integer references parents) on commit drop');
      return together(
        run(tx, 'insert into parents select generate_series(1, 3)'),
        countRows(tx),
        insertChildren(tx, [{ n: 1 }]),
        countRows(tx),
        insertChildren(tx, [{ n: 2 }, { n: 3 }]),
        readPrepared(tx),
        run(tx, 'delete from children'),
        countRows(tx),
      );
    });
    expect(counts.filter((one) => typeof one === 'number')).toEqual([0, 1, 3, 0]);
  });
  const children = pgTable('children', { n: integer('n') });
  const insertChildren = (db: Database, rows: { n: number }[]) => insertAll(db, insertInto(children, rows));
  const counted = preparedOnce((db) => ({ children: db.select({ n: count() }).from(children).prepare('') }));

  it('undoes all that was started together when one fails, also what goes on after the failure', async () => {
    const goesOn = async (tx: Database) => {
      await tx.execute(sql`select 1`);
      await insert(tx, 2);
    };
    const refuse = async () => {
      throw new Refusal('STATE_CHANGED');
    };
    const error = await errorOf((tx) => together(insert(tx, 1), goesOn(tx), refuse()));
    expect(error).toMatchObject({ code: 'STATE_CHANGED' });
    expect(await kept()).toEqual([]);
  });

  it('fails with the first error of the database, not with those that follow from it', async () => {
    const error = await errorOf((tx) => together(insert(tx, 1), insert(tx, 1), insert(tx, 2)));
    expect(isDuplicate(error)).toBe(true);
  });

  it('fails with the first error also when a part of it was started together', async () => {
    const error = await errorOf((tx) =>
      together(together(insert(tx, 1), insert(tx, 1), insert(tx, 2)), insert(tx, 3)),
    );
    expect(isDuplicate(error)).toBe(true);
  });

  it('begins before a prepared statement, which keeps its turn among the others', async () => {
    const prepared = preparedOnce((db) => ({ lock: db.select().from(keptTable).for('update').prepare('') }));
    const sent: string[] = [];
    const query = vi.spyOn(Query.prototype as never as { submit(): void }, 'submit');
    query.mockImplementation(function (this: { text: string }, ...args) {
      sent.push(this.text.slice(0, 6));
      return Reflect.apply(submit, this, args);
    });
    await transact(server.db, (tx) =>
      together(prepared(tx).lock.execute(), insert(tx, 1), prepared(tx).lock.execute()),
    );
    query.mockRestore();
    expect(sent).toEqual(['begin', 'select', 'insert', 'select', 'commit']);
  });
  const keptTable = pgTable('kept', { n: integer('n') });
  const submit = Query.prototype.submit;

  it('undoes parts inside parts', async () => {
    await transact(server.db, async (tx) => {
      await insert(tx, 1);
      const outer = transact(tx, async (part) => {
        await insert(part, 2);
        await expect(transact(part, (inner) => insert(inner, 1))).rejects.toThrow();
        await insert(part, 3);
        throw new Error('undone');
      });
      await expect(outer).rejects.toThrow('undone');
    });
    expect(await kept()).toEqual([1]);
  });

  it('runs nothing of a failed reading on its connection afterwards', async () => {
    const { db, close } = openDatabase({ ...server.pool.options, max: 1 }, () => {});
    const goesOn = async (one: Database) => {
      for (const n of [1, 2, 3]) await one.execute(sql`select ${n}::int`);
      await one.execute(sql`select 1 / 0`);
    };
    const failing = async (one: Database) => one.execute(sql`select 'x'::int`);
    const reading = onOneConnection(db, (one) => together(failing(one), goesOn(one)));
    const writing = transact(db, (tx) => insert(tx, 1));
    await expect(reading).rejects.toThrow();
    await writing;
    expect(await kept()).toEqual([1]);
    await close();
  });

  it('takes no query that has not started', async () => {
    const lazy = (tx: Database) => together(tx.execute(sql`select 1`) as unknown as Promise<unknown>);
    expect(await errorOf(lazy)).toBeInstanceOf(TypeError);
  });
});
