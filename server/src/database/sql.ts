import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgColumn, PgInsertBase, PgTable } from 'drizzle-orm/pg-core';
import { Pool } from 'pg';
import type { Database } from './database.ts';
import { inNextMicrotask } from './transaction.ts';

/**
 * Builds statements once per database, or per connection of a transaction: building their SQL takes longer than running them. Each
 * is sent after the queries that were called before it.
 */
export function preparedOnce<Statements extends object>(
  build: (db: Database) => Statements,
): (db: Database) => Statements {
  const built = new WeakMap<Database, Statements>();
  return (db) => {
    const known = built.get(db) ?? executedInNextMicrotask(build(db));
    built.set(db, known);
    return known;
  };
}

interface Statement {
  execute(values?: Record<string, unknown>): Promise<unknown>;
}

function executedInNextMicrotask<Statements extends object>(statements: Statements): Statements {
  for (const one of Object.values(statements)) {
    if (!isStatement(one)) continue;
    const send = one.execute.bind(one);
    one.execute = (values) => inNextMicrotask(() => send(values));
  }
  return statements;
}

const isStatement = (one: unknown): one is Statement =>
  typeof one === 'object' && one !== null && 'execute' in one && typeof one.execute === 'function';

type Values = Record<string, unknown>;
type Insert<T extends PgTable> = PgInsertBase<T, NodePgQueryResultHKT>;
type Preparable<Result> = {
  prepare(name: string): { execute(values: Values): Promise<Result> };
};

/** Longer lists are rare, and their statements large: they are built each time. */
const MOST_ROWS = 10;
/** Kept for a connection and a table. */
const MOST_SHAPES = 40;

/**
 * An insert whose statement is built once for each shape of its rows: how many there are, and which columns they give, or give
 * as null. The other columns have their default.
 * @param finish adds what follows the values, such as a conflict or the returned columns
 */
export function preparedInsert<T extends PgTable, Result = unknown>(
  table: T,
  finish: (insert: Insert<T>) => Preparable<Result> = (insert) => insert as never,
): (db: Database, rows: readonly T['$inferInsert'][]) => Promise<Result> {
  const columns = Object.entries<PgColumn>(getTableColumns(table));
  const statements = preparedOnce(() => new Map<string, ReturnType<Preparable<Result>['prepare']>>());
  return (db, rows) => {
    if (rows.length > MOST_ROWS) {
      const insert = finish(db.insert(table).values([...rows] as never) as never);
      return inNextMicrotask(() => insert.prepare('').execute({}));
    }
    const filled = rows.map((row) => fillDefaults(columns, row));
    const shape = filled.map(shapeOf).join(' ');
    const known = statements(db).get(shape);
    const values = Object.assign({}, ...filled.map(numberKeys));
    if (known !== undefined) return inNextMicrotask(() => known.execute(values));
    const insert = db.insert(table).values(filled.map(placeholdersOf) as never);
    // The connection names it by its text.
    const statement = finish(insert as never).prepare('');
    if (statements(db).size < MOST_SHAPES) statements(db).set(shape, statement);
    return inNextMicrotask(() => statement.execute(values));
  };
}

/** The values that are made here, such as ids, are others for each row. */
function fillDefaults(columns: readonly [string, PgColumn][], row: Values): Values {
  const filled: Values = {};
  for (const [key, { defaultFn }] of columns) {
    const value = row[key] ?? (row[key] === null ? null : defaultFn?.());
    if (value !== undefined) filled[key] = value;
  }
  return filled;
}

const shapeOf = (row: Values): string =>
  Object.entries(row)
    .map(([key, value]) => (value === null ? `${key}=null` : key))
    .join(',');

const numberKeys = (row: Values, n: number): Values =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [`${n}.${key}`, value]));

/** Null is in the text: drizzle would give it to a column's encoder. */
const placeholdersOf = (row: Values, n: number): Values =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      value === null ? sql`null` : sql.placeholder(`${n}.${key}`),
    ]),
  );

/** A value that a prepared statement is given later, encoded as its column stores it. Not null: the encoder would get it. */
export const encodedPlaceholder = (name: string, column: PgColumn): SQL =>
  sql`${sql.param(sql.placeholder(name), column)}`;

/**
 * Keeps what `read` returns until the version changes, in whichever process. A version costs one read of few
 * rows; it must differ after every committed change.
 */
export function cachedByVersion<T>(
  findVersion: (db: Database) => Promise<string>,
  read: (db: Database) => Promise<T>,
): (db: Database) => Promise<T> {
  const last = new WeakMap<Database, { version: string; value: Promise<T> }>();
  return async (db) => {
    // A transaction may see what is never committed.
    if (!(db.$client instanceof Pool)) return read(db);
    // Before the value, which may then be newer than its version but never older.
    const version = await findVersion(db);
    const known = last.get(db);
    if (known?.version === version) return known.value;
    const kept = { version, value: read(db) };
    last.set(db, kept);
    kept.value.catch(() => {
      if (last.get(db) === kept) last.delete(db);
    });
    return kept.value;
  };
}

/**
 * A value that the planner does not see. As it then expects as many rows for any value, it keeps one plan for all instead of planning
 * each call anew for a cheaper-looking one (decision 8). For conditions that the same index serves whatever the value.
 */
export const unseen = (value: string | Date, type: Type): SQL =>
  sql`(select ${value instanceof Date ? value.toISOString() : value}::${sql.raw(type)})`;

/** The same for a value that a prepared statement is given later. */
export const unseenPlaceholder = (name: string, type: Type): SQL =>
  sql`(select ${sql.placeholder(name)}::${sql.raw(type)})`;

type Type = 'uuid' | 'text' | 'timestamptz' | 'uuid[]' | 'text[]' | 'xid8';

/** Waits for an advisory lock on this name and holds it until the transaction ends. */
export async function lockByName(tx: Database, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
