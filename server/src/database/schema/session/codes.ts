import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../columns.ts';

/**
 * The one code of a phone, or the reset token it was exchanged for. A new code replaces the row. Stores only
 * hashes. Expired rows are swept at night.
 */
export const codes = pgTable(
  'codes',
  {
    /** SHA-256 of the phone, so that the table identifies no one. */
    subject: text('subject').primaryKey(),
    codeHash: text('code_hash'),
    attemptsLeft: integer('tries_left').notNull(),
    tokenHash: text('token_hash'),
    /** Of the code, or of the token after the exchange. */
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    check('codes_tries', sql`${t.attemptsLeft} between 0 and 5`),
    check('codes_code_or_token', sql`(${t.codeHash} is null) <> (${t.tokenHash} is null)`),
    index('codes_expiry').on(t.expiresAt),
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
