import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment, primaryId, reference } from './columns.ts';
import { users } from './users.ts';

/** A signed-in device. Only the SHA-256 of its token is stored; deleting the row ends the session. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** Names the session to its user, who ends it by this id. */
    id: uuid('id').notNull().default(sql`gen_random_uuid()`),
    userId: reference('user_id', () => users.id, { onDelete: 'cascade' }).notNull(),
    createdAt: moment('created_at').notNull(),
    /** Moves forward with the person's activity where idle sessions end (session/authenticate.ts). */
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

/**
 * Calls of a person to an endpoint with a limit of its own, in a window of a minute (http/shared-limit.ts). Not logged by
 * PostgreSQL: a crash forgets the counts of a minute. Swept at night.
 */
export const countedCalls = pgTable('counted_calls', {
  /** The endpoint and the person's id. */
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  endsAt: moment('ends_at').notNull(),
});

/**
 * A code requested for a phone, or the reset token it was exchanged for. Each belongs to who requested it: a phone has several
 * when several people ask for it. Stores only hashes. Expired rows are swept at night.
 */
export const codes = pgTable(
  'codes',
  {
    /** SHA-256 of the request's secret, which only its browser has. */
    requestHash: text('request_hash').primaryKey(),
    /** SHA-256 of the phone, so that the table identifies no one. */
    subject: text('subject').notNull(),
    codeHash: text('code_hash'),
    attemptsLeft: integer('tries_left').notNull(),
    tokenHash: text('token_hash'),
    /** The code expires then, or the token after the exchange. */
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    check('codes_tries', sql`${t.attemptsLeft} between 0 and 5`),
    check('codes_code_or_token', sql`(${t.codeHash} is null) <> (${t.tokenHash} is null)`),
    index('codes_expiry').on(t.expiresAt),
    index('codes_subject').on(t.subject),
  ],
);

/** Accepted proofs of work: each is valid for one request and stored until it expires. */
export const spentProofs = pgTable(
  'spent_proofs',
  {
    signature: text('signature').primaryKey(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('spent_proofs_expiry').on(t.expiresAt)],
);

/** A browser that receives push messages, until its session ends. */
export const pushSubscriptions = pgTable('push_subscriptions', {
  id: primaryId(),
  sessionHash: text('session_hash')
    .notNull()
    .references(() => sessions.tokenHash, { onDelete: 'cascade' })
    .unique('push_subscriptions_session_unique'),
  endpoint: text('endpoint').notNull().unique('push_subscriptions_endpoint_unique'),
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  createdAt: moment('created_at').notNull(),
});

/** The authenticator application of a user: at most one, in use when `users.has_second_factor` is true. */
export const secondFactors = pgTable('second_factors', {
  userId: reference('user_id', () => users.id, { onDelete: 'cascade' }).primaryKey(),
  /** Encrypted with a key of LINK_SECRET; null before the first one is confirmed. */
  secret: text('secret'),
  /** Encrypted like `secret`; shown to its user and not confirmed yet. It replaces `secret` when it is. */
  offered: text('offered'),
  offeredAt: moment('offered_at'),
  /** The 30-second step of the last accepted code: an older or equal one is refused. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
});

/** The codes that replace the application, each once: the row is deleted. Only hashes keyed by the secret of the application are stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: reference('user_id', () => users.id, { onDelete: 'cascade' }).notNull(),
    codeHash: text('code_hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

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
