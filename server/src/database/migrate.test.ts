import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import {
  canServeSchema,
  changeBetweenCalls,
  findPendingMigrations,
  migrateDatabase,
  migrationsFolder,
} from './migrate.ts';
import { knownMigrations, markedMigrations } from './migration-list.ts';
import marks from './migrations/marks.json' with { type: 'json' };

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
  expect(await findPendingMigrations(server.pool)).toEqual([]);
});

// docs/exploitation/mise-a-jour.md says what a mark means, and when a checksum is written.
it.each([[[]], [[{ tag: '0000_first' }]], [[{ tag: '0000_first', oldCode: 'perhaps' }]]])(
  'a migration that does not say whether the code before it serves the database stops the start: %j',
  (some) => {
    expect(() => markedMigrations([{ tag: '0000_first', when: 1 }], some)).toThrow(
      'Add to migrations/marks.json: { "tag": "0000_first"',
    );
  },
);

it('only migrations that exist are marked, and released ones are unchanged', () => {
  expect(marks.map(({ tag }) => tag)).toEqual(knownMigrations.map(({ tag }) => tag));
  for (const { tag, sha256 } of marks as { tag: string; sha256?: string }[]) {
    const text = readFileSync(join(migrationsFolder, `${tag}.sql`));
    if (sha256 !== undefined) expect(createHash('sha256').update(text).digest('hex'), tag).toBe(sha256);
  }
});

const last = Number(knownMigrations.at(-1)?.at);

describe('a database that another release has migrated', () => {
  afterEach(async () => {
    const known = [knownMigrations.map(({ at }) => at)];
    await server.pool.query(
      'delete from drizzle.__drizzle_migrations where not created_at = any($1::bigint[])',
      known,
    );
    await server.pool.query('truncate drizzle.served_by_old_code');
  });

  /** As the release that has this migration does. */
  async function migrateElsewhere(at: number, isServed = false): Promise<void> {
    if (isServed) await server.pool.query('insert into drizzle.served_by_old_code values ($1)', [at]);
    await server.pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', $1)`, [
      at,
    ]);
  }

  it('is served while each newer migration is marked so', async () => {
    await migrateElsewhere(last + 1, true);
    await migrateElsewhere(last + 2, true);
    await migrateDatabase(server.pool);
    expect(await canServeSchema(server.db)).toBe(true);
    await migrateElsewhere(last + 3);
    expect(await canServeSchema(server.db)).toBe(false);
  });

  it.each([
    ['a newer migration', last + 1, /^Cette base a été mise à jour par une version plus récente d’Amasin, /],
    ['one of another history', last - 1, /^Cette base vient d’une version .+ ne descend pas/],
  ])('is refused with %s, in one line', async (_, at, line) => {
    await migrateElsewhere(at);
    await expect(migrateDatabase(server.pool)).rejects.toThrow(line);
  });
});

it('a migration that fails changes nothing and says why, in one line', async () => {
  await server.pool.query('delete from drizzle.__drizzle_migrations');
  expect(await findPendingMigrations(server.pool)).toEqual(knownMigrations);
  await expect(migrateDatabase(server.pool)).rejects.toThrow(
    /^La base ne peut pas être mise à jour \([^\n]+\) : rien n’a été changé\.$/,
  );
  expect(await applied()).toEqual([]);
});

it('a migration gives way to a call that needs what it has and has what it needs', async () => {
  const [call, migration] = [await server.pool.connect(), await server.pool.connect()];
  const change = async () => {
    try {
      await migration.query('begin; lock table zones');
      await migration.query('lock table medications');
      await migration.query('commit');
    } catch (error) {
      await migration.query('rollback');
      throw error;
    }
  };
  try {
    await call.query('begin; lock table medications in access share mode');
    const changed = changeBetweenCalls(migration, change);
    const waits = async () => {
      const { rows } = await server.pool.query(
        `select from pg_locks where relation = 'medications'::regclass and not granted`,
      );
      expect(rows).toHaveLength(1);
    };
    await vi.waitFor(waits, { timeout: 60_000, interval: 5 });
    await call.query('select from zones; commit');
    await changed;
  } finally {
    call.release(true);
    migration.release(true);
  }
});
