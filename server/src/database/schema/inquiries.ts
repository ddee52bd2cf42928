import { BOX_NOTE_MAX, inquiryStates, lineAnswers } from '@amasin/domain/inquiries/inquiry.ts';
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { fcfa, moment, oneOf, primaryId, reference } from './columns.ts';
import { medications } from './medications.ts';
import { orders } from './orders.ts';
import { users } from './users.ts';

/** Asks one pharmacy, before an order is paid, what it has of it (rule 64). A trigger ends those of an order that is not unpaid any more. */
export const inquiries = pgTable(
  'inquiries',
  {
    id: primaryId(),
    orderId: reference('order_id', () => orders.id).notNull(),
    pharmacyId: reference('pharmacy_id', () => users.id).notNull(),
    /** Counts from 1: after an answer has lapsed, or the order was corrected, pharmacies are asked anew. */
    round: integer('round').notNull(),
    state: text('state', { enum: inquiryStates }).notNull(),
    askedAt: moment('asked_at').notNull(),
    /** The next pharmacy is asked then; null where this one is not waited for. */
    nextAt: moment('next_at'),
    /** When it was told by SMS. */
    toldAt: moment('told_at'),
    /** When somebody there opened it: it does not ring any more. */
    seenAt: moment('seen_at'),
    answeredAt: moment('answered_at'),
    heldUntil: moment('held_until'),
    /** When the customer agreed to it; at once when there is nothing to agree to. */
    takenAt: moment('taken_at'),
  },
  (t) => [
    check('inquiries_state', oneOf(t.state, inquiryStates)),
    check('inquiries_round', sql`${t.round} >= 1`),
    check(
      'inquiries_answered',
      sql`case when ${t.answeredAt} is null then ${t.state} not in ('answered', 'refused', 'lapsed', 'kept') else ${t.state} not in ('asked', 'silent') end`,
    ),
    check('inquiries_held', sql`${t.heldUntil} is null or ${t.answeredAt} is not null`),
    check('inquiries_taken', sql`${t.takenAt} is null or ${t.heldUntil} is not null`),
    uniqueIndex('inquiries_pharmacy_once').on(t.orderId, t.round, t.pharmacyId),
    uniqueIndex('inquiries_one_kept').on(t.orderId).where(sql`${t.state} = 'kept'`),
    // The screen of a pharmacy.
    index('inquiries_pharmacy').on(t.pharmacyId, t.askedAt),
    index('inquiries_due').on(t.askedAt).where(sql`${t.state} in ('asked', 'answered')`),
  ],
);

export type InquiryRow = typeof inquiries.$inferSelect;

/** The lines that a pharmacy is asked about, as the order had them, and what it answers. */
export const inquiryLines = pgTable(
  'inquiry_lines',
  {
    inquiryId: reference('inquiry_id', () => inquiries.id, { onDelete: 'cascade' }).notNull(),
    position: integer('position').notNull(),
    medicationId: reference('medication_id', () => medications.id).notNull(),
    label: text('label').notNull(),
    quantity: integer('quantity').notNull(),
    /** Ours, a box. */
    price: fcfa('price_fcfa').notNull(),
    /** Nobody had to look: the list of the pharmacy, or what it confirmed before, says so. */
    known: text('known', { enum: ['list', 'confirmed'] }),
    answer: text('answer', { enum: lineAnswers }),
    // Another box or medicine, and the pharmacy’s price of a box.
    offeredId: reference('offered_id', () => medications.id),
    offeredLabel: text('offered_label'),
    offeredPrice: fcfa('offered_price_fcfa'),
    note: text('note'),
  },
  (t) => [
    primaryKey({ columns: [t.inquiryId, t.position] }),
    check('inquiry_lines_quantity', sql`${t.quantity} between 1 and 999`),
    check('inquiry_lines_price', sql`${t.price} > 0 and ${t.offeredPrice} > 0`),
    check(
      'inquiry_lines_known',
      sql`${t.known} is null or ${t.known} in ('list', 'confirmed') and ${t.answer} = 'there'`,
    ),
    check('inquiry_lines_answer', oneOf(t.answer, lineAnswers)),
    check(
      'inquiry_lines_offered',
      sql`case when ${t.answer} = 'equivalent' then num_nulls(${t.offeredId}, ${t.offeredLabel}, ${t.offeredPrice}) = 0
        when ${t.answer} = 'other' then num_nulls(${t.offeredId}, ${t.offeredLabel}) = 2 and ${t.offeredPrice} is not null
        else num_nulls(${t.offeredId}, ${t.offeredLabel}, ${t.offeredPrice}, ${t.note}) = 4 end`,
    ),
    check('inquiry_lines_note', sql`length(btrim(${t.note})) between 1 and ${sql.raw(String(BOX_NOTE_MAX))}`),
    // What pharmacies confirmed, and what they lack.
    index('inquiry_lines_medication').on(t.medicationId, t.inquiryId),
  ],
);

export type InquiryLineRow = typeof inquiryLines.$inferSelect;
