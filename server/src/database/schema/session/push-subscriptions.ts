import { pgTable, text } from 'drizzle-orm/pg-core';
import { moment, primaryId } from '../columns.ts';
import { sessions } from './sessions.ts';

/** A browser that receives push messages, until its session ends. */
export const pushSubscriptions = pgTable('push_subscriptions', {
  id: primaryId(),
  sessionHash: text('session_hash')
    .notNull()
    .references(() => sessions.tokenHash, { onDelete: 'cascade' })
    .unique('push_subscriptions_session_unique'),
  endpoint: text('endpoint').notNull().unique('push_subscriptions_endpoint_unique'),
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  createdAt: moment('created_at').notNull(),
});
