import { medicationForms } from '@amasin/domain/medications/form.ts';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { fcfa, moment, oneOf, primaryId, reference } from './columns.ts';
import { users } from './users.ts';

type Words = Record<'searchText' | 'substanceText' | 'form', AnyPgColumn>;

/**
 * The words by which a medicine is found, for `@@`: those of its label and substances, and its form after `#`, which no
 * typed word contains.
 */
export const wordsOf = ({ searchText, substanceText, form }: Words) =>
  sql`array_to_tsvector(array_remove(string_to_array(${searchText} || ' ' || coalesce(${substanceText}, '') || ' #' || ${form}, ' '), ''))`;

export const medications = pgTable(
  'medications',
  {
    id: primaryId(),
    label: text('label').notNull(),
    form: text('form', { enum: medicationForms }).notNull(),
    price: fcfa('price_fcfa').notNull(),
    requiresPrescription: boolean('requires_prescription').notNull().default(false),
    /** False: created while writing a prescription, « à vérifier », hidden from customers (rule 20). */
    reviewed: boolean('reviewed').notNull(),
    /** A prescriber added it, and its price is not checked yet: prescriptions with it are not paid. */
    awaitsReview: boolean('awaits_review').notNull().default(false),
    /** All of its lots are recalled: it is not ordered until that is lifted (rule 55). */
    recalled: boolean('recalled').notNull().default(false),
    /** When a prescription first needed that check. */
    reviewAskedAt: moment('review_asked_at'),
    checkedById: reference('checked_by_id', () => users.id),
    /** `searchText(label)` of the domain: `unaccent` is not immutable, so it cannot be in an index. */
    searchText: text('search_text').notNull(),
    /** International names, as people read them: « Amoxicilline + acide clavulanique ». Null when unknown. */
    substances: text('substances'),
    /** `searchText(substances)`. */
    substanceText: text('substance_text'),
    /** The amount of each substance, in the same order: « 500 mg + 62,5 mg ». */
    dosage: text('dosage'),
    /** Lines of prescriptions of the last year, counted every night: of one name, the usual strength is found first. */
    prescribed: integer('prescribed').notNull().default(0),
    createdById: reference('created_by_id', () => users.id),
    createdAt: moment('created_at').notNull(),
    deletedAt: moment('deleted_at'),
  },
  (t) => [
    check('medications_form', oneOf(t.form, medicationForms)),
    check('medications_price', sql`${t.price} >= 0`),
    check('medications_prescribed', sql`${t.prescribed} >= 0`),
    check('medications_awaits_review', sql`not (${t.awaitsReview} and ${t.reviewed})`),
    check('medications_label', sql`length(btrim(${t.label})) > 0`),
    uniqueIndex('medications_label_form_unique').on(t.searchText, t.form).where(sql`${t.deletedAt} is null`),
    // No fastupdate: after an import, every search would scan the pending list until the next vacuum.
    index('medications_trigrams').using('gin', sql`${t.searchText} gin_trgm_ops`).with({ fastupdate: false }),
    // A prefix search is a range in the "C" collation: three to four times faster than LIKE here.
    index('medications_prefix').on(sql`${t.searchText} collate "C"`),
    // Words that begin with a text, in any order.
    index('medications_words')
      .using('gin', sql`${wordsOf(t)}`)
      .with({ fastupdate: false }),
    // The catalogue's pages, for those who manage it and for customers.
    index('medications_french')
      .on(sql`${t.label} collate "french"`, t.form, t.id)
      .where(sql`${t.deletedAt} is null`),
    index('medications_orderable')
      .on(sql`${t.label} collate "french"`, t.form, t.id)
      .where(sql`${t.deletedAt} is null and ${t.reviewed} and ${t.price} > 0`),
  ],
);

export type MedicationRow = typeof medications.$inferSelect;

/**
 * Has a new row after each change of `medications` (trigger), and loses older ones: the same rows mean that the
 * catalogue has not changed.
 */
export const medicationChanges = pgTable('medication_changes', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
});

/** Columns of an item of a prescription or an order: a quantity at the price of that time. */
export const itemColumns = () => ({
  position: integer('position').notNull(),
  medicationId: reference('medication_id', () => medications.id).notNull(),
  label: text('label').notNull(),
  quantity: integer('quantity').notNull(),
  price: fcfa('price_fcfa').notNull(),
  /** How to take it and for how long, as the prescriber wrote it. */
  posology: text('posology'),
  duration: text('duration'),
});
