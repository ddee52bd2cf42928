import { type SQL, sql } from 'drizzle-orm';

/**
 * A value that the planner does not see. As it then expects as many rows for any value, it keeps one plan for all instead of planning
 * each call anew for a cheaper-looking one (decision 8). For conditions that the same index serves whatever the value.
 */
export const unseen = (
  value: string | Date,
  type: 'uuid' | 'text' | 'timestamptz' | 'uuid[]' | 'xid8',
): SQL => sql`(select ${value instanceof Date ? value.toISOString() : value}::${sql.raw(type)})`;
