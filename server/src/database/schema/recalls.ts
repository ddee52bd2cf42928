import { recallAdvices } from '@amasin/domain/recalls/recall.ts';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { moment, oneOf, primaryId, reference } from './columns.ts';
import { medications } from './medications.ts';
import { orders } from './orders.ts';
import { users } from './users.ts';

/** A recall of a medicine (rule 55): lifted, never changed. No lot means all of them, and `medications.recalled` says so too. */
export const recalls = pgTable(
  'recalls',
  {
    id: primaryId(),
    medicationId: reference('medication_id', () => medications.id).notNull(),
    lots: text('lots').array().notNull(),
    advice: text('advice', { enum: recallAdvices }).notNull(),
    note: text('note'),
    source: text('source').notNull(),
    day: date('day').notNull(),
    createdAt: moment('created_at').notNull(),
    createdById: reference('created_by_id', () => users.id).notNull(),
    liftedAt: moment('lifted_at'),
    liftedById: reference('lifted_by_id', () => users.id),
  },
  (t) => [
    check('recalls_advice', oneOf(t.advice, recallAdvices)),
    check('recalls_note', sql`length(btrim(${t.note})) between 1 and 300`),
    check('recalls_source', sql`length(btrim(${t.source})) between 1 and 200`),
    check('recalls_lots', sql`cardinality(${t.lots}) <= 50`),
    check('recalls_lifted', sql`(${t.liftedAt} is null) = (${t.liftedById} is null)`),
    uniqueIndex('recalls_open_unique').on(t.medicationId, t.lots).where(sql`${t.liftedAt} is null`),
    index('recalls_created_by').on(t.createdById),
    index('recalls_lifted_by').on(t.liftedById).where(sql`${t.liftedById} is not null`),
  ],
);

export type RecallRow = typeof recalls.$inferSelect;

/** A customer who may have received a recalled medicine, told once. */
export const recallRecipients = pgTable(
  'recall_recipients',
  {
    id: primaryId(),
    recallId: reference('recall_id', () => recalls.id).notNull(),
    customerId: reference('customer_id', () => users.id).notNull(),
    /** The last order that had it. */
    orderId: reference('order_id', () => orders.id).notNull(),
    /** No lot was written of any of her boxes. */
    maybe: boolean('maybe').notNull(),
    toldAt: moment('told_at'),
    /** When she first read it. */
    openedAt: moment('opened_at'),
    answeredAt: moment('answered_at'),
    /** Whether she still has it, if she said so. */
    kept: boolean('kept'),
  },
  (t) => [
    check('recall_recipients_kept', sql`${t.kept} is null or ${t.answeredAt} is not null`),
    uniqueIndex('recall_recipients_unique').on(t.recallId, t.customerId),
    index('recall_recipients_customer').on(t.customerId),
    index('recall_recipients_order').on(t.orderId),
    index('recall_recipients_to_tell').on(t.id).where(sql`${t.toldAt} is null`),
  ],
);

/** A pharmacy that may have a recalled medicine on its shelves, told when the recall is made. It answers once. */
export const recallPharmacies = pgTable(
  'recall_pharmacies',
  {
    recallId: reference('recall_id', () => recalls.id).notNull(),
    pharmacyId: reference('pharmacy_id', () => users.id).notNull(),
    answeredAt: moment('answered_at'),
    /** What it has put aside. */
    boxes: integer('boxes'),
  },
  (t) => [
    primaryKey({ columns: [t.recallId, t.pharmacyId] }),
    check('recall_pharmacies_answered', sql`(${t.answeredAt} is null) = (${t.boxes} is null)`),
    check('recall_pharmacies_boxes', sql`${t.boxes} between 0 and 9999`),
    index('recall_pharmacies_pharmacy').on(t.pharmacyId),
  ],
);
