import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { latestFirst, moment, primaryId, reference } from './columns.ts';
import { users } from './users.ts';

export const notifications = pgTable(
  'notifications',
  {
    id: primaryId(),
    userId: reference('user_id', () => users.id, { onDelete: 'cascade' }).notNull(),
    title: text('title').notNull(),
    message: text('message').notNull(),
    /** Path in the product. */
    link: text('link'),
    isRead: boolean('is_read').notNull().default(false),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    index('notifications_user').on(t.userId, ...latestFirst(t)),
    index('notifications_unread').on(t.userId).where(sql`not ${t.isRead}`),
  ],
);
