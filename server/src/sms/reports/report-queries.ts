import type { SmsChannel } from '@amasin/domain/sms/kinds.ts';
import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { orders } from '../../database/schema/orders.ts';
import { smsMessages } from '../../database/schema/sms/sms-messages.ts';
import type { SmsReport } from '../../ports/sms-sender.ts';

/** Those of these ids that name a message, whatever its state. */
export async function findVendorIds(
  db: Database,
  channel: SmsChannel,
  ids: readonly string[],
): Promise<(string | null)[]> {
  const rows = await db
    .select({ id: smsMessages.vendorId })
    .from(smsMessages)
    .where(and(inArray(smsMessages.vendorId, [...ids]), eq(smsMessages.channel, channel)));
  return rows.map(({ id }) => id);
}

const isSent = (channel: SmsChannel, vendorId: string) =>
  and(
    eq(smsMessages.vendorId, vendorId),
    eq(smsMessages.channel, channel),
    // A state never goes back: the first final report counts.
    eq(smsMessages.state, 'sent'),
  );

export async function markReported(
  db: Database,
  channel: SmsChannel,
  { vendorId, state, detail }: SmsReport,
  at: Date,
): Promise<void> {
  const reason = state === 'failed' ? ('undelivered' as const) : null;
  await db.update(smsMessages).set({ state, reason, detail, settledAt: at }).where(isSent(channel, vendorId));
}

/** The message stays sent: its SMS follows. */
export async function noteWhatsAppFailure(db: Database, { vendorId, detail }: SmsReport): Promise<void> {
  await db.update(smsMessages).set({ reason: 'undelivered', detail }).where(isSent('whatsapp', vendorId));
}

/** The jobs of messages that were queued before `waitedSince` are gone. */
const stateNow = (waitedSince: Date) =>
  sql<
    (typeof smsMessages.$inferSelect)['state']
  >`case when ${smsMessages.state} = 'queued' and ${smsMessages.createdAt} < ${waitedSince} then 'failed' else ${smsMessages.state} end`;

/** How many messages written since `since` are in each state. */
export function countMessages(
  db: Database,
  since: Date,
  waitedSince: Date,
): Promise<{ state: (typeof smsMessages.$inferSelect)['state']; count: number }[]> {
  const state = stateNow(waitedSince);
  return db
    .select({ state, count: sql`count(*)`.mapWith(Number) })
    .from(smsMessages)
    .where(gte(smsMessages.createdAt, since))
    .groupBy(sql`1`);
}

/** The latest messages that were not received. */
export function findFailures(db: Database, waitedSince: Date, limit: number) {
  return db
    .select({ message: smsMessages, orderNumber: orders.number })
    .from(smsMessages)
    .leftJoin(orders, eq(orders.id, smsMessages.about))
    .where(eq(stateNow(waitedSince), 'failed'))
    .orderBy(desc(smsMessages.createdAt), desc(smsMessages.id))
    .limit(limit);
}
