import { UUID } from '@amasin/domain/contract/uuid.ts';
import { getTableColumns, getTableName, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
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

/** What a change of a row may set; a column without a value is unchanged. */
export type ChangeOf<T extends PgTable> = {
  [Column in keyof T['$inferInsert']]?: T['$inferInsert'][Column] | undefined;
};

/** The text before the rows, by table and then by the columns that the rows give. */
const insertTexts = new WeakMap<PgTable, Map<string, SQL>>();

/**
 * Writes `insert into` a table, to be completed by a conflict or by returned columns. The rows are one parameter, as JSON, so that a
 * table and its columns have one text however many rows there are. A column that no row gives has its default; one that only some
 * rows give is null in the others.
 */
export function insertInto<T extends PgTable>(table: T, rows: readonly T['$inferInsert'][]): SQL {
  const columns = Object.entries<PgColumn>(getTableColumns(table));
  const names = new Set<string>();
  const values = rows.map((row) => {
    const named: Record<string, unknown> = {};
    for (const [key, { name, defaultFn }] of columns) {
      const given = (row as Record<string, unknown>)[key];
      const value = given === undefined ? defaultFn?.() : given;
      if (value === undefined) continue;
      names.add(name);
      named[name] = value;
    }
    return named;
  });
  return sql`${textFor(table, [...names])}, ${JSON.stringify(values)})`;
}

function textFor(table: PgTable, names: readonly string[]): SQL {
  const texts = insertTexts.get(table) ?? new Map<string, SQL>();
  insertTexts.set(table, texts);
  const list = names.join('", "');
  const known = texts.get(list);
  if (known !== undefined) return known;
  const into = getTableName(table);
  const text = sql.raw(
    `insert into "${into}" ("${list}") select "${list}" from json_populate_recordset(null::"${into}"`,
  );
  texts.set(list, text);
  return text;
}

/** For `on conflict do update`: the columns of the table among these, each as the refused row has it. */
export function excludedOf(table: PgTable, names: readonly string[]): Record<string, SQL> {
  const columns = Object.entries<PgColumn>(getTableColumns(table)).filter(([name]) => names.includes(name));
  return Object.fromEntries(
    columns.map(([name, column]) => [name, sql`excluded.${sql.identifier(column.name)}`]),
  );
}

/** Runs these inserts as one statement, at whose end foreign keys are checked. */
export async function insertAll(db: Database, ...inserts: readonly SQL[]): Promise<void> {
  const last = inserts.at(-1);
  if (last === undefined) return;
  const others = inserts.slice(0, -1).map((one, n) => sql`${sql.raw(`part${n}`)} as (${one})`);
  await db.execute(others.length === 0 ? last : sql`with ${sql.join(others, sql`, `)} ${last}`);
}

/**
 * Hides a value from the planner. It then expects as many rows for any value, and keeps one plan for all instead of planning each call
 * anew for a cheaper-looking one (decision 8). Use it in conditions that the same index serves whatever the value.
 */
export const unseen = (value: string | Date, type: Type): SQL =>
  sql`(select ${value instanceof Date ? value.toISOString() : value}::${sql.raw(type)})`;

/** A text as an id; null for any other text, which a cast would refuse with the whole statement. */
export const uuidIn = (value: SQLWrapper): SQL =>
  sql`case when ${value} ~ ${sql.raw(`'^${UUID}$'`)} then (${value})::uuid end`;

type Type = 'uuid' | 'text' | 'timestamptz' | 'uuid[]' | 'text[]' | 'xid8';

/** Waits for an advisory lock on this name and holds it until the transaction ends. */
export async function lockByName(tx: Database, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
