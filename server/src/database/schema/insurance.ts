import { cardRefusals } from '@amasin/domain/insurance/card-refusal.ts';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment, oneOf, primaryId, reference } from './columns.ts';
import { files } from './files.ts';
import { users } from './users.ts';

/** A customer's only insurance card. Orders have their own copy of its values. */
export const insuranceCards = pgTable(
  'insurance_cards',
  {
    id: primaryId(),
    ownerId: reference('owner_id', () => users.id).notNull(),
    label: text('label'),
    /** Percent covered, as stated by the customer until `verified` (rule 35). */
    rate: integer('rate').notNull(),
    /** Null once the card is deleted. */
    fileKey: text('file_key').references(() => files.key),
    verified: boolean('verified').notNull().default(false),
    /** When a payment first needed its check; null again once it is checked. */
    checkAskedAt: moment('check_asked_at'),
    /** Why it was not accepted. */
    refused: text('refused', { enum: cardRefusals }),
    checkedById: reference('checked_by_id', () => users.id),
    createdAt: moment('created_at').notNull(),
    deletedAt: moment('deleted_at'),
  },
  (t) => [
    check('insurance_cards_rate', sql`${t.rate} between 5 and 100`),
    check('insurance_cards_file', sql`(${t.fileKey} is null) = (${t.deletedAt} is not null)`),
    check('insurance_cards_refused_known', oneOf(t.refused, cardRefusals)),
    check('insurance_cards_refused', sql`${t.refused} is null or not ${t.verified}`),
    check(
      'insurance_cards_check_asked',
      sql`${t.checkAskedAt} is null or not ${t.verified} and ${t.refused} is null`,
    ),
    index('insurance_cards_to_check').on(t.checkAskedAt).where(sql`${t.checkAskedAt} is not null`),
    uniqueIndex('insurance_cards_owner_unique').on(t.ownerId).where(sql`${t.deletedAt} is null`),
    uniqueIndex('insurance_cards_file_unique').on(t.fileKey),
  ],
);

export type InsuranceCardRow = typeof insuranceCards.$inferSelect;

/** A refused file and rate, so that the refusal outlasts the card (rule 40). */
export const refusedCards = pgTable(
  'refused_cards',
  {
    id: primaryId(),
    ownerId: reference('owner_id', () => users.id, { onDelete: 'cascade' }).notNull(),
    /** A keyed hash of the owner's telephone: another account with the same number is the same person. */
    person: text('person'),
    /** Digest of the file's content. */
    fileDigest: text('file_digest').notNull(),
    rate: integer('rate').notNull(),
    refused: text('refused', { enum: cardRefusals }).notNull(),
    at: moment('at').notNull(),
  },
  (t) => [
    check('refused_cards_known', oneOf(t.refused, cardRefusals)),
    uniqueIndex('refused_cards_unique').on(t.ownerId, t.fileDigest, t.rate),
    index('refused_cards_person').on(t.person).where(sql`${t.person} is not null`),
  ],
);
