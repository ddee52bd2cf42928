import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment, primaryId, reference } from '../columns.ts';
import { users } from '../users.ts';

/** A signed-in device. Only the SHA-256 of its token is stored; deleting the row ends the session. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** Names the session to its user, who ends it by this id. */
    id: uuid('id').notNull().default(sql`gen_random_uuid()`),
    userId: reference('user_id', () => users.id, { onDelete: 'cascade' }).notNull(),
    createdAt: moment('created_at').notNull(),
    /** Moves forward with the person's activity where idle sessions end (session/activity/durations.ts). */
    expiresAt: moment('expires_at').notNull(),
    /** To the minute; null for sessions of a version that did not note it. */
    lastSeenAt: moment('last_seen_at'),
    /** « Chrome sur Android »; null when the browser said nothing known. */
    device: text('device'),
  },
  (t) => [index('sessions_user').on(t.userId)],
);

/**
 * A device on which a person has signed in: its wrong tries count apart from those of strangers. Only the SHA-256 of its mark is
 * stored. A trigger deletes the marks of an account whose password changes.
 */
export const knownDevices = pgTable(
  'known_devices',
  {
    markHash: text('mark_hash').primaryKey(),
    userId: reference('user_id', () => users.id, { onDelete: 'cascade' }).notNull(),
    /** The latest sign-in with it. */
    seenAt: moment('seen_at').notNull(),
  },
  (t) => [index('known_devices_user').on(t.userId, t.seenAt)],
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
