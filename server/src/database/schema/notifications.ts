import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { latestFirst, moment, primaryId, reference } from './columns.ts';
import { orders } from './orders.ts';
import { users } from './users.ts';

/** A sentence of a notification, before its present one. */
export interface EarlierSentence {
  readonly title: string;
  readonly message: string;
  /** Written as PostgreSQL writes a timestamp in JSON. */
  readonly createdAt: string;
}

export const notifications = pgTable(
  'notifications',
  {
    id: primaryId(),
    userId: reference('user_id', () => users.id, { onDelete: 'cascade' }).notNull(),
    /** The order that it is about: a user has one notification for each, which grows. */
    orderId: reference('order_id', () => orders.id, { onDelete: 'cascade' }),
    /** The account whose person it names: it goes with the account. */
    namesId: reference('names_id', () => users.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    message: text('message').notNull(),
    /** Path in the product. */
    link: text('link'),
    isRead: boolean('is_read').notNull().default(false),
    createdAt: moment('created_at').notNull(),
    /** Newest first, at most MAX_EARLIER. */
    earlier: jsonb('earlier').$type<EarlierSentence[]>().notNull().default([]),
  },
  (t) => [
    index('notifications_user').on(t.userId, ...latestFirst(t)),
    uniqueIndex('notifications_order').on(t.orderId, t.userId),
    index('notifications_names').on(t.namesId).where(sql`${t.namesId} is not null`),
    index('notifications_unread').on(t.userId).where(sql`not ${t.isRead}`),
  ],
);
