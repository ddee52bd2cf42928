import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment, primaryId, reference } from './columns.ts';
import { files } from './files.ts';
import { users } from './users.ts';

/** A customer's only insurance card. Orders have their own copy of its values. */
export const insuranceCards = pgTable(
  'insurance_cards',
  {
    id: primaryId(),
    ownerId: reference('owner_id', () => users.id).notNull(),
    label: text('label'),
    /** Percent covered, as stated by the customer until `verified` (RULES 35). */
    rate: integer('rate').notNull(),
    /** Null once the card is deleted. */
    fileKey: text('file_key').references(() => files.key),
    verified: boolean('verified').notNull().default(false),
    createdAt: moment('created_at').notNull(),
    deletedAt: moment('deleted_at'),
  },
  (t) => [
    check('insurance_cards_rate', sql`${t.rate} between 5 and 100`),
    check('insurance_cards_file', sql`(${t.fileKey} is null) = (${t.deletedAt} is not null)`),
    uniqueIndex('insurance_cards_owner_unique').on(t.ownerId).where(sql`${t.deletedAt} is null`),
    uniqueIndex('insurance_cards_file_unique').on(t.fileKey),
  ],
);

export type InsuranceCardRow = typeof insuranceCards.$inferSelect;
