import { cardRefusals } from '@amasin/domain/insurance/card-refusal.ts';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { fcfa, moment, oneOf, primaryId, reference } from './columns.ts';
import { files } from './files.ts';
import { users } from './users.ts';

/** Who pays what a card takes off (rule 60). */
export const insurers = pgTable(
  'insurers',
  {
    id: primaryId(),
    name: text('name').notNull(),
    searchText: text('search_text').notNull(),
    /** The rates that its cards may have; empty for every rate. */
    rates: integer('rates').array().notNull(),
    /** The most that it covers for one person in a month. */
    ceiling: fcfa('ceiling_fcfa'),
    /** The most that it may owe: beyond it its cards wait. */
    limit: fcfa('limit_fcfa').notNull(),
    /** An order of which it covers more needs its agreement first. */
    agreementAbove: fcfa('agreement_above_fcfa'),
    delayDays: integer('delay_days').notNull(),
    /** The medicines that it does not cover. */
    excluded: uuid('excluded').array().notNull(),
    active: boolean('active').notNull().default(true),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    check('insurers_name', sql`length(btrim(${t.name})) > 0`),
    check('insurers_amounts', sql`least(${t.ceiling}, ${t.limit}, ${t.agreementAbove}) >= 0`),
    check('insurers_delay', sql`${t.delayDays} between 0 and 365`),
    uniqueIndex('insurers_name_unique').on(t.searchText),
  ],
);

export type InsurerRow = typeof insurers.$inferSelect;

/** A customer's only insurance card. Orders have their own copy of its values. */
export const insuranceCards = pgTable(
  'insurance_cards',
  {
    id: primaryId(),
    ownerId: reference('owner_id', () => users.id).notNull(),
    label: text('label'),
    /** Percent covered, as stated by the customer until `verified` (rule 35). */
    rate: integer('rate').notNull(),
    /** Who looked at it named its insurer; null while nobody has. */
    insurerId: reference('insurer_id', () => insurers.id),
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
    index('insurance_cards_insurer').on(t.insurerId).where(sql`${t.insurerId} is not null`),
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
