import { type SQL, sql } from 'drizzle-orm';

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
