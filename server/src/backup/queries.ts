import type { Client, Pool } from 'pg';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import { allowLongStatements } from '../database/pool.ts';
import type { Manifest, TableContent } from './manifest.ts';

export const quote = (name: string): string => pg.escapeIdentifier(name);
export const columnsOf = ({ columns }: TableContent): string => columns.map(quote).join(', ');

/** Waits this long for locks of a running server, ms. */
const LOCK_MS = 10_000;

/** Disables the statement and idle timeouts, because copying a large table is one long statement; limits lock waits. */
export async function liftTimeouts(client: Client): Promise<void> {
  await allowLongStatements(client);
  await client.query('set local idle_in_transaction_session_timeout = 0');
  await client.query(`set local lock_timeout = ${LOCK_MS}`);
}

/** Begins a transaction that reads from one snapshot. */
export async function beginSnapshot(client: Client): Promise<void> {
  await client.query('begin isolation level repeatable read read only');
  await liftTimeouts(client);
}

/** All our tables, with their writable columns. A transaction of this database means nothing in another: it has its default there. */
export async function findTables(client: Client): Promise<TableContent[]> {
  const { rows } = await client.query(
    `select c.relname as name, json_agg(a.attname order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid <> 'xid8'::regtype
       and not exists (select from pg_depend d
         where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     group by c.relname order by c.relname`,
  );
  return rows;
}

/**
 * These rows would let someone in again, or count their tries: a restored backup opens no session and accepts no code and no key that
 * was withdrawn since. Push subscriptions belong to a session.
 */
export const notSaved: readonly string[] = [
  'sessions',
  'push_subscriptions',
  'codes',
  'stock_keys',
  'spent_proofs',
  'tries',
  'house_mark',
];

export const findSavedTables = async (client: Client, without: readonly string[]): Promise<TableContent[]> =>
  (await findTables(client)).filter(({ name }) => !without.includes(name));

export async function countRows(client: Client, table: string): Promise<number> {
  const { rows } = await client.query(`select count(*)::int as n from public.${quote(table)}`);
  return rows[0].n;
}

/**
 * The next value of each sequence. Sequences are not part of a snapshot; they are read after it is taken, so that the
 * next order number is greater than every order number in the snapshot.
 */
export async function findSequences(client: Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string; step: string }>(
    `select c.relname as name, s.seqincrement::text as step from pg_class c join pg_sequence s on s.seqrelid = c.oid
     where c.relnamespace = 'public'::regnamespace order by 1`,
  );
  const found: Manifest['sequences'] = [];
  for (const { name, step } of rows) {
    const { rows: values } = await client.query(
      `select (last_value + case when is_called then ${step} else 0 end)::text as next from public.${quote(name)}`,
    );
    found.push({ name, next: values[0].next });
  }
  return found;
}

/** Timestamp of the last migration of this database, ms. */
export async function findLastMigration(client: Client): Promise<number> {
  const { rows } = await client.query(
    'select max(created_at)::float8 as last from drizzle.__drizzle_migrations',
  );
  return rows[0].last;
}

/** Finds the files whose bytes must exist: an erased one has none. */
export async function findFiles(client: Client): Promise<{ key: string; isBound: boolean }[]> {
  const { rows } = await client.query(
    'select key, bound_at is not null as "isBound" from files where erased_at is null order by created_at, key',
  );
  return rows;
}

/** Finds the keys that have no row outside the snapshot. */
export async function findSwept(pool: Pool, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query(
    'select key from unnest($1::text[]) key where not exists (select from files where files.key = key.key)',
    [keys],
  );
  return new Set(rows.map(({ key }) => key));
}

/** The rows of a table in COPY's text format; for `files`, without these keys. */
export function copyOut(
  client: Client,
  table: TableContent,
  without: readonly string[],
): AsyncIterable<Buffer> {
  const name = `public.${quote(table.name)}`;
  const keys = without.map((key) => pg.escapeLiteral(key)).join(', ');
  const all = table.name !== 'files' || without.length === 0;
  const where = all ? '' : ` where key not in (${keys})`;
  return client.query(to(`copy (select ${columnsOf(table)} from ${name}${where}) to stdout`));
}
