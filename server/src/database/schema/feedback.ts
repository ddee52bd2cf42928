import { FEEDBACK_NOTE_MAX, outcomes, wrongs } from '@amasin/domain/feedback/answer.ts';
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment, oneOf, primaryId, reference } from './columns.ts';
import { orders } from './orders.ts';
import { users } from './users.ts';

const wrongList = sql.raw(`array[${wrongs.map((wrong) => `'${wrong}'`).join(', ')}]`);
const noteLength = sql.raw(`between 1 and ${FEEDBACK_NOTE_MAX}`);

/** Something was wrong, and no supervisor has dealt with it. */
export const isToHandle = (t: Record<'handledAt' | 'wrongs', AnyPgColumn>) =>
  sql`(${t.handledAt} is null and cardinality(${t.wrongs}) > 0)`;

/** « Tout va bien ? » about a delivered order: when it was asked, what its customer answered, and what was done about it. */
export const feedback = pgTable(
  'feedback',
  {
    id: primaryId(),
    orderId: reference('order_id', () => orders.id).notNull(),
    /** Null when she answered before she was asked. */
    askedAt: moment('asked_at'),
    /** When she first answered: she may change it for a day from then. */
    answeredAt: moment('answered_at'),
    /** Empty: all is well, or she has not answered. */
    wrongs: text('wrongs', { enum: wrongs }).array().notNull().default([]),
    note: text('note'),
    handledAt: moment('handled_at'),
    handledById: reference('handled_by_id', () => users.id),
    outcome: text('outcome', { enum: outcomes }),
    outcomeNote: text('outcome_note'),
  },
  (t) => [
    check('feedback_begun', sql`num_nonnulls(${t.askedAt}, ${t.answeredAt}) > 0`),
    check(
      'feedback_wrongs',
      sql`${t.wrongs} <@ ${wrongList} and (cardinality(${t.wrongs}) = 0 or ${t.answeredAt} is not null)`,
    ),
    check(
      'feedback_note',
      sql`${t.note} is null or cardinality(${t.wrongs}) > 0 and length(btrim(${t.note})) ${noteLength}`,
    ),
    check('feedback_outcome_known', oneOf(t.outcome, outcomes)),
    check(
      'feedback_handled',
      sql`num_nulls(${t.handledAt}, ${t.handledById}, ${t.outcome}) in (0, 3) and (${t.handledAt} is null or cardinality(${t.wrongs}) > 0)`,
    ),
    check(
      'feedback_outcome_note',
      sql`${t.outcomeNote} is null or ${t.outcome} is not null and length(btrim(${t.outcomeNote})) ${noteLength}`,
    ),
    uniqueIndex('feedback_order_unique').on(t.orderId),
    index('feedback_answered').on(t.answeredAt).where(sql`${t.answeredAt} is not null`),
    // Those that wait for a supervisor.
    index('feedback_to_handle').on(t.answeredAt, t.id).where(isToHandle(t)),
    index('feedback_handled_at')
      .on(t.handledAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.handledAt} is not null`),
    index('feedback_handled_by').on(t.handledById).where(sql`${t.handledById} is not null`),
  ],
);

export type FeedbackRow = typeof feedback.$inferSelect;
