import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { moment, primaryId, reference } from '../columns.ts';
import { users } from '../users.ts';

/** A signed-in device. Only the SHA-256 of its token is stored; deleting the row ends the session. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: reference('user_id', () => users.id, { onDelete: 'cascade' }).notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('sessions_user').on(t.userId)],
);

/**
 * Attempts counted by a rate limit (wrong passwords, registrations). Swept after a day.
 * The table is still named `tries`: renaming it would break sign-ins of the previous version during an update.
 */
export const attempts = pgTable(
  'tries',
  {
    id: primaryId(),
    kind: text('kind').notNull(),
    /** SHA-256 of the phone or e-mail, so that the table identifies no one. */
    subject: text('subject').notNull(),
    address: text('address').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [
    index('tries_subject').on(t.kind, t.subject, t.at),
    index('tries_address').on(t.kind, t.address, t.at),
  ],
);
