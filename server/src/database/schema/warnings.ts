import { blockingRules, seenReasons } from '@amasin/domain/warnings/warnings.ts';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment, oneOf, reference } from './columns.ts';
import { orders } from './orders.ts';
import { users } from './users.ts';

/** What its pharmacy was warned of about an order, and has passed over. */
export const warnings = pgTable(
  'warnings',
  {
    orderId: reference('order_id', () => orders.id).notNull(),
    rule: text('rule', { enum: blockingRules }).notNull(),
    /** The medicines that it is about: it has to be seen again once it is about another one. */
    medications: uuid('medications').array().notNull(),
    raisedAt: moment('raised_at').notNull(),
    seenAt: moment('seen_at'),
    seenById: reference('seen_by_id', () => users.id),
    reason: text('reason', { enum: seenReasons }),
    note: text('note'),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.rule] }),
    check('warnings_rule', oneOf(t.rule, blockingRules)),
    check('warnings_reason', oneOf(t.reason, seenReasons)),
    check('warnings_seen', sql`num_nulls(${t.seenAt}, ${t.seenById}, ${t.reason}) in (0, 3)`),
    check(
      'warnings_note',
      sql`${t.note} is null or ${t.reason} is not null and length(btrim(${t.note})) between 1 and 200`,
    ),
    index('warnings_raised').on(t.raisedAt),
    index('warnings_seen_by').on(t.seenById).where(sql`${t.seenById} is not null`),
  ],
);

/** What customers wrote of their allergies. */
export const allergies = pgTable(
  'allergies',
  {
    userId: reference('user_id', () => users.id, { onDelete: 'cascade' }).primaryKey(),
    words: text('words').notNull(),
    writtenAt: moment('written_at').notNull(),
  },
  (t) => [check('allergies_words', sql`length(btrim(${t.words})) between 1 and 300`)],
);
