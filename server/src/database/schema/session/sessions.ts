import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment, primaryId } from '../columns.ts';
import { users } from '../users.ts';

/** A signed-in device. Only the SHA-256 of its token is kept; deleting the row ends it at once. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('sessions_user').on(t.userId)],
);

/**
 * Attempts that a rate limit counts (wrong passwords, registrations): what, for whom, from where, when. Swept after a day.
 * The database keeps the name `tries`: renamed, it would break the log-ins of the version before while an update starts.
 */
export const attempts = pgTable(
  'tries',
  {
    id: primaryId(),
    kind: text('kind').notNull(),
    /** SHA-256 of what was tried (a telephone, an e-mail): the table names nobody. */
    subject: text('subject').notNull(),
    address: text('address').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [
    index('tries_subject').on(t.kind, t.subject, t.at),
    index('tries_address').on(t.kind, t.address, t.at),
  ],
);
