import { consentPurposes } from '@amasin/domain/users/consent.ts';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment, oneOf, primaryId, reference } from './columns.ts';
import { users } from './users.ts';

/** Each row is a consent that a person gave: to what, in which words, when, and until when. */
export const consents = pgTable(
  'consents',
  {
    id: primaryId(),
    userId: reference('user_id', () => users.id, { onDelete: 'cascade' }).notNull(),
    purpose: text('purpose', { enum: consentPurposes }).notNull(),
    /** The day on which the text was written. */
    version: text('version').notNull(),
    givenAt: moment('given_at').notNull(),
    /** Null while it holds. Other words end it too: they are agreed to in a row of their own. */
    withdrawnAt: moment('withdrawn_at'),
  },
  (t) => [
    check('consents_purpose', oneOf(t.purpose, consentPurposes)),
    check('consents_version', sql`length(btrim(${t.version})) between 1 and 40`),
    uniqueIndex('consents_open_unique').on(t.userId, t.purpose).where(sql`${t.withdrawnAt} is null`),
    index('consents_user_index').on(t.userId),
  ],
);

export type ConsentRow = typeof consents.$inferSelect;
