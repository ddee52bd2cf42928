import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment, reference } from '../columns.ts';
import { users } from '../users.ts';

/** The authenticator application of a user: at most one, in use when `users.has_second_factor` is true. */
export const secondFactors = pgTable('second_factors', {
  userId: reference('user_id', () => users.id, { onDelete: 'cascade' }).primaryKey(),
  /** Encrypted with a key of LINK_SECRET; null before the first one is confirmed. */
  secret: text('secret'),
  /** The same, shown to its user and not confirmed yet; it replaces `secret` when it is. */
  offered: text('offered'),
  offeredAt: moment('offered_at'),
  /** The 30-second step of the last accepted code: an older or equal one is refused. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
});

/** The codes that replace the application, each once: the row is deleted. Only their SHA-256 is stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: reference('user_id', () => users.id, { onDelete: 'cascade' }).notNull(),
    codeHash: text('code_hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);
