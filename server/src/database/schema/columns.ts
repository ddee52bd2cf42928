import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  customType,
  type ExtraConfigColumn,
  integer,
  timestamp,
  type UpdateDeleteAction,
  uuid,
} from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';

/** UUID version 7, generated here: PostgreSQL 15 has no uuidv7(). */
export const primaryId = () => uuid('id').primaryKey().$defaultFn(v7);

/** A foreign key to the id of another table. */
export const reference = (name: string, to: () => AnyPgColumn, actions?: { onDelete: UpdateDeleteAction }) =>
  uuid(name).references(to, actions);

/** A timestamp in UTC, with milliseconds. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });

/** The transaction that inserted the row. Backups leave it out: it means nothing in another database. */
export const insertedBy = (name: string) => xid8(name).notNull().default(sql`pg_current_xact_id()`);

/** An amount in whole FCFA. */
export const fcfa = (name: string) => integer(name);

/**
 * Columns of an index for `order by created_at desc, id desc`. Nulls must be in PostgreSQL's default order
 * for it to be used.
 */
export function latestFirst(t: { createdAt: ExtraConfigColumn; id: ExtraConfigColumn }) {
  return [t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()] as const;
}

/**
 * `column in ('a', 'b')` for a CHECK. Text with a CHECK instead of an enum, which cannot change in a
 * transaction.
 */
export function oneOf(column: unknown, values: readonly string[]): SQL {
  const list = values.map((value) => `'${value.replace(/'/g, "''")}'`).join(', ');
  return sql`${column} in (${sql.raw(list)})`;
}

/** A note of a supervisor or of a partner, kept only under a condition. */
export const noteIf = (note: AnyPgColumn, condition: SQL) =>
  sql`${note} is null or ${condition} and length(btrim(${note})) between 1 and 300`;

/** A batch number in its stored form, or none. */
export const isBatch = (batch: unknown) => sql`${batch} ~ '^[A-Z0-9/.-]{1,20}$'`;
