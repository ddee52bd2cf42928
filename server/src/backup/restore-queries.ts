import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from } from 'pg-copy-streams';
import { allowLongStatements } from '../database/pool.ts';
import type { Manifest, TableContent } from './manifest.ts';
import { columnsOf, countRows, findTables, liftTimeouts, quote } from './queries.ts';

/**
 * Begins a transaction with exclusive locks on all tables.
 * @returns the first table that has rows, or null
 */
export async function beginExclusive(client: Client): Promise<string | null> {
  await client.query('begin');
  await liftTimeouts(client);
  await client.query('set local client_min_messages = warning');
  const tables = await findTables(client);
  const names = tables.map(({ name }) => `public.${quote(name)}`);
  if (hasAudit(tables)) await client.query(`grant update, delete, truncate on audit to current_user`);
  await client.query(`lock table ${names.join(', ')} in access exclusive mode`);
  for (const { name } of tables) if ((await countRows(client, name)) > 0) return name;
  return null;
}

/** Whether there is a journal: its owner has no right to change it (decision 36), and PostgreSQL 15 and 16 demand one to lock a table. */
const hasAudit = (tables: readonly TableContent[]) => tables.some(({ name }) => name === 'audit');

/**
 * Drops foreign keys and disables triggers: rows are loaded table by table, including what triggers wrote.
 * Requires the owner of the tables, not a superuser.
 * @returns a function that restores them; it fails on an invalid foreign key
 */
export async function dropConstraints(client: Client): Promise<() => Promise<void>> {
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  );
  const tables = await findTables(client);
  for (const { table, name } of references) {
    await client.query(`alter table ${table} drop constraint ${quote(name)}`);
  }
  for (const { name } of tables) await client.query(`alter table public.${quote(name)} disable trigger user`);
  return async () => {
    for (const { name } of tables)
      await client.query(`alter table public.${quote(name)} enable trigger user`);
    for (const { table, name, definition } of references) {
      await client.query(`alter table ${table} add constraint ${quote(name)} ${definition}`);
    }
    if (hasAudit(tables)) await client.query(`revoke update, delete, truncate on audit from current_user`);
  };
}

/**
 * @param lines in COPY's text format
 * @returns the number of rows inserted
 */
export async function copyIn(client: Client, table: TableContent, lines: Buffer): Promise<number> {
  const copy = client.query(from(`copy public.${quote(table.name)} (${columnsOf(table)}) from stdin`));
  await pipeline([lines], copy);
  return copy.rowCount ?? 0;
}

/**
 * Makes refunds, payouts, messages and the follow-up of payments wait, and forgets which file store is this house's (rule 43): the
 * first may have been made, and the second may serve the house that this database is a copy of.
 * A refund that was not done may have been since: `tries` above 0 makes a refusal of the provider say so.
 */
export async function holdMoney(client: Client, backupAt: string): Promise<void> {
  await client.query(
    'insert into restores (id, restored_at, backup_at) values (gen_random_uuid(), now(), $1)',
    [backupAt],
  );
  await client.query(`update refunds set tries = greatest(tries, 1) where state <> 'done'`);
  await client.query('delete from house_mark');
}

/** Sets the next value of each sequence; unlike by `setval`, this is rolled back with the transaction. */
export async function setSequences(client: Client, sequences: Manifest['sequences']): Promise<void> {
  for (const { name, next } of sequences) {
    await client.query(`alter sequence public.${quote(name)} restart with ${next}`);
  }
}

/** Whether the entries of any journal do not sum to zero: triggers were disabled while loading. */
export async function hasWrongJournal(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from entries group by journal_id having sum(amount_fcfa) <> 0 limit 1',
  );
  return rowCount !== 0;
}

/**
 * Drops the empty tables and their objects, but not the extensions, so that an older schema can be applied.
 */
export async function clearSchema(client: Client): Promise<void> {
  const own = (catalog: string, namespace: string) =>
    `from ${catalog} o where ${namespace} = 'public'::regnamespace and not exists (
       select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = o.oid and d.deptype = 'e')`;
  const { rows } = await client.query<{ statement: string }>(
    `select 'drop table ' || oid::regclass || ' cascade' as statement ${own('pg_class', 'relnamespace')} and relkind = 'r'
     union all select 'drop sequence if exists ' || oid::regclass ${own('pg_class', 'relnamespace')} and relkind = 'S'
     union all select 'drop routine ' || oid::regprocedure ${own('pg_proc', 'pronamespace')}
     union all select 'drop collation ' || oid::regcollation ${own('pg_collation', 'collnamespace')}`,
  );
  for (const { statement } of rows) await client.query(statement);
  await client.query('delete from drizzle.__drizzle_migrations');
}

export interface Migration {
  readonly sql: readonly string[];
  readonly hash: string;
  /** Timestamp in Drizzle's journal, ms; identifies the migration. */
  readonly folderMillis: number;
}

/** Applies migrations and records them as Drizzle does. */
export async function applyMigrations(client: Client, migrations: readonly Migration[]): Promise<void> {
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await client.query(statement);
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ]);
  }
}

export const commit = (client: Client) => client.query('commit');

/** Updates statistics, so that the first queries are planned well; autovacuum would do it later. */
export async function analyze(client: Client): Promise<void> {
  await allowLongStatements(client);
  await client.query('analyze');
}
