import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** A value that a prepared statement is given later, encoded as its column stores it. Not null: the encoder would get it. */
export const encodedPlaceholder = (name: string, column: PgColumn): SQL =>
  sql`${sql.param(sql.placeholder(name), column)}`;
