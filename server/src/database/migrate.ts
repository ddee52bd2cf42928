import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { ClientBase, Pool } from 'pg';
import { OperatorError } from '../settings/operator-error.ts';
import { version } from '../settings/version.ts';
import type { Database } from './database.ts';
import { isLockTimeout, isOutage, isWorthRetrying } from './errors.ts';
import { type KnownMigration, knownMigrations } from './migration-list.ts';
import { allowLongStatements } from './pool.ts';

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number unused by other advisory locks: "Amas" in ASCII. */
const LOCK = 0x416d6173;

/**
 * Migrates the schema. Servers that start together wait for the lock; the second has nothing to migrate.
 * @throws OperatorError for a database that this code cannot serve, or when a migration fails: nothing is changed
 */
export async function migrateDatabase(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await allowLongStatements(client);
    await client.query('set lock_timeout = 0; set client_min_messages = warning');
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await refuseOtherSchema(client);
    await markServed(client);
    const change = () => migrate(drizzle(client), { migrationsFolder });
    await changeBetweenCalls(client, change).catch((error: Error) => {
      if (isLockTimeout(error)) throw new OperatorError(BUSY, { cause: error });
      if (isOutage(error)) throw error;
      const reason = error.cause instanceof Error ? error.cause.message : error.message;
      throw new OperatorError(`La base ne peut pas être mise à jour (${reason}) : rien n’a été changé.`, {
        cause: error,
      });
    });
  } finally {
    // Always ends the session, which releases the lock and resets the settings.
    client.release(true);
  }
}

/**
 * A change of the schema waits this long for a table in use, ms, then lets the calls that wait for it pass, and begins again. They
 * have 2 s, and PostgreSQL looks for a deadlock after 1 s, so it is never a call that fails.
 */
const LOCK_MS = 300;
const AGAIN_MS = 200;
/** A backup, for one, reads all tables in one transaction. */
const BUSY_MS = 60_000;
const BUSY =
  'La base ne peut pas être mise à jour : ses tables sont occupées depuis une minute, par une sauvegarde peut-être. Rien n’a été changé ; recommencez.';

/** Runs a change, one transaction, while the servers of the last release go on. */
export async function changeBetweenCalls(client: ClientBase, change: () => Promise<void>): Promise<void> {
  await client.query(`set lock_timeout = ${LOCK_MS}`);
  const end = performance.now() + BUSY_MS;
  for (;;) {
    try {
      return await change();
    } catch (error) {
      const isInUse = isLockTimeout(error) || isWorthRetrying(error);
      if (!isInUse || performance.now() >= end) throw error;
      await pause(AGAIN_MS);
    }
  }
}

/** The migrations of this code that a database does not have. */
export async function findPendingMigrations(pool: Pool): Promise<readonly KnownMigration[]> {
  const client = await pool.connect();
  try {
    const applied = await findApplied(client);
    return knownMigrations.filter(({ at }) => !applied.has(at));
  } finally {
    client.release();
  }
}

/** Whether no other release has migrated the database in a way that this one cannot serve (decision 63). */
export async function canServeSchema(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ result: boolean }>(sql`
    select not exists (select from drizzle.__drizzle_migrations one where one.created_at > ${lastKnown()}::bigint
      and not exists (select from drizzle.served_by_old_code served where served.created_at = one.created_at)) as result`);
  return rows[0]?.result === true;
}

const lastKnown = () => knownMigrations.at(-1)?.at ?? 0;

/**
 * The migrations that a database has, and whether the code before each of them serves it: only the release that brings one
 * knows, so it writes it down.
 */
async function findApplied(client: ClientBase): Promise<ReadonlyMap<number, boolean>> {
  const { rows: tables } = await client.query(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as "isMigrated",
      to_regclass('drizzle.served_by_old_code') is not null as "isMarked"`,
  );
  const { isMigrated, isMarked } = tables[0];
  if (!isMigrated) return new Map();
  const served = isMarked
    ? 'exists (select from drizzle.served_by_old_code served where served.created_at = one.created_at)'
    : 'false';
  const { rows } = await client.query(
    `select one.created_at::float8 as at, ${served} as served from drizzle.__drizzle_migrations one`,
  );
  return new Map(rows.map(({ at, served }) => [at, served]));
}

async function refuseOtherSchema(client: ClientBase): Promise<void> {
  const known = new Set(knownMigrations.map(({ at }) => at));
  const others = [...(await findApplied(client))].filter(([at]) => !known.has(at));
  if (others.some(([at]) => at <= lastKnown())) {
    throw new OperatorError(
      `Cette base vient d’une version d’Amasin dont celle-ci (${version}) ne descend pas : rien n’a été changé.`,
    );
  }
  if (others.some(([, served]) => !served)) {
    throw new OperatorError(
      `Cette base a été mise à jour par une version plus récente d’Amasin, et celle-ci (${version}) ne peut pas la servir : reprenez la version récente, ou restaurez une sauvegarde dans une base vide. Rien n’a été changé.`,
    );
  }
}

/** Written before the migrations: a running server never sees one without its mark. */
async function markServed(client: ClientBase): Promise<void> {
  await client.query(`create schema if not exists drizzle;
    create table if not exists drizzle.served_by_old_code (created_at bigint primary key)`);
  const served = knownMigrations.filter(({ servesOldCode }) => servesOldCode).map(({ at }) => at);
  await client.query(
    'insert into drizzle.served_by_old_code select unnest($1::bigint[]) on conflict do nothing',
    [served],
  );
}
