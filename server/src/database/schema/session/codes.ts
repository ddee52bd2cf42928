import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../columns.ts';

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
    /** Of the code, or of the token after the exchange. */
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
