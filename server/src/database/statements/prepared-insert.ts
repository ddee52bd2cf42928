import { getTableColumns, sql } from 'drizzle-orm';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgColumn, PgInsertBase, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../database.ts';
import { inNextMicrotask } from '../transaction.ts';
import { preparedOnce } from './prepared.ts';

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
