import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '../columns.ts';

/**
 * The one code of a telephone, or the right to a new password that it was exchanged for. A new code takes the place of
 * whatever stood there. Nothing of it is kept but hashes. Swept at night once it has run out.
 */
export const codes = pgTable(
  'codes',
  {
    /** SHA-256 of the telephone: the table names nobody. */
    subject: text('subject').primaryKey(),
    codeHash: text('code_hash'),
    attemptsLeft: integer('tries_left').notNull(),
    tokenHash: text('token_hash'),
    /** Of the code, then of the token. */
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    check('codes_tries', sql`${t.attemptsLeft} between 0 and 5`),
    check('codes_code_or_token', sql`(${t.codeHash} is null) <> (${t.tokenHash} is null)`),
    index('codes_expiry').on(t.expiresAt),
  ],
);

/** Proofs of work that have been accepted: each is worth one request, and remembered until it runs out. */
export const spentProofs = pgTable(
  'spent_proofs',
  {
    signature: text('signature').primaryKey(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('spent_proofs_expiry').on(t.expiresAt)],
);
