import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment, reference } from './columns.ts';
import { users } from './users.ts';

/**
 * The response to a call with an Idempotency-Key, stored for a day. Without `status`, the call is still
 * running.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: reference('user_id', () => users.id, { onDelete: 'cascade' }).notNull(),
    key: text('key').notNull(),
    /** SHA-256 of route and body. */
    requestHash: text('request_hash').notNull(),
    status: integer('status'),
    response: jsonb('answer'),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('idempotency_keys_date').on(t.createdAt)],
);
