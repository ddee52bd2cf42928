import { smsChannels, smsFailures, smsKinds, smsStates } from '@amasin/domain/sms/kinds.ts';
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { latestFirst, moment, oneOf, primaryId } from './columns.ts';

/**
 * A message to a telephone and what became of it, without its text; the number is masked. Swept after a month. It has no
 * user: its number may belong to no account.
 */
export const smsMessages = pgTable(
  'sms_messages',
  {
    id: primaryId(),
    kind: text('kind', { enum: smsKinds }).notNull(),
    /** The order or consultation of a moment, announced once. */
    about: uuid('about'),
    phone: text('phone').notNull(),
    state: text('state', { enum: smsStates }).notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    /** The channel by which it was sent; null before. */
    channel: text('channel', { enum: smsChannels }),
    /** The vendor's own id, which its reports name. */
    vendorId: text('vendor_id'),
    /** The reason of the last failed attempt, or of the failure. */
    reason: text('reason', { enum: smsFailures }),
    /** The vendor's words about it, shortened. */
    detail: text('detail'),
    createdAt: moment('created_at').notNull(),
    sentAt: moment('sent_at'),
    /** When it was delivered or failed. */
    settledAt: moment('settled_at'),
  },
  (t) => [
    check('sms_messages_kind', oneOf(t.kind, smsKinds)),
    check('sms_messages_state', oneOf(t.state, smsStates)),
    check('sms_messages_channel', oneOf(t.channel, smsChannels)),
    check('sms_messages_reason', oneOf(t.reason, smsFailures)),
    check('sms_messages_attempts', sql`${t.attempts} >= 0`),
    check(
      'sms_messages_sent',
      sql`(${t.sentAt} is null) = (${t.channel} is null) and (${t.state} not in ('sent', 'delivered') or ${t.sentAt} is not null)`,
    ),
    check(
      'sms_messages_settled',
      sql`(${t.settledAt} is not null) = (${t.state} in ('delivered', 'failed'))`,
    ),
    check('sms_messages_failed', sql`${t.state} <> 'failed' or ${t.reason} is not null`),
    uniqueIndex('sms_messages_moment_unique').on(t.kind, t.about).where(sql`${t.about} is not null`),
    index('sms_messages_vendor').on(t.vendorId).where(sql`${t.vendorId} is not null`),
    index('sms_messages_latest').on(...latestFirst(t)),
  ],
);

export type SmsMessageRow = typeof smsMessages.$inferSelect;
