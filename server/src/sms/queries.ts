import { maskPhone } from '@amasin/domain/payments/operators.ts';
import type { SmsChannel, SmsFailureReason, SmsKind } from '@amasin/domain/sms/kinds.ts';
import { and, desc, eq, gt, gte, inArray, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { consultationMessages, consultations } from '../database/schema/consultations.ts';
import { orders } from '../database/schema/orders.ts';
import { type SmsMessageRow, smsMessages } from '../database/schema/sms.ts';
import { type UserRow, users } from '../database/schema/users.ts';
import { insertInto } from '../database/sql.ts';
import type { SmsJob } from '../ports/jobs.ts';
import type { AcceptedSms, SmsReport } from '../ports/sms-sender.ts';

interface NewMessage {
  readonly kind: SmsKind;
  readonly about: string | null;
  /** Stored masked. */
  readonly to: string;
  readonly createdAt: Date;
}

/** @returns its id; null when this moment was announced before */
export async function insertMessage(
  tx: Database,
  { kind, about, to, createdAt }: NewMessage,
): Promise<string | null> {
  const insert = insertInto(smsMessages, [{ kind, about, phone: maskPhone(to), createdAt }]);
  const { rows } = await tx.execute<{ id: string }>(sql`${insert} on conflict do nothing returning id`);
  return rows[0]?.id ?? null;
}

/** Takes the order or consultation from the message of a moment, so that it can be announced again. */
export async function forgetMoment(tx: Database, kind: SmsKind, about: string): Promise<void> {
  await tx
    .update(smsMessages)
    .set({ about: null })
    .where(and(eq(smsMessages.kind, kind), eq(smsMessages.about, about)));
}

export async function findMessage(db: Database, id: string): Promise<SmsMessageRow | null> {
  const [row] = await db.select().from(smsMessages).where(eq(smsMessages.id, id));
  return row ?? null;
}

/** Deletes a message that is no longer needed. */
export async function deleteMessage(db: Database, id: string): Promise<void> {
  await db.delete(smsMessages).where(eq(smsMessages.id, id));
}

/**
 * Deletes what waits to be sent to a customer, or was sent within a day: the queue has the number in clear. It is what is about their
 * orders and consultations, and what was written to their telephone since they have proven it: the rest may be for somebody else.
 */
export async function deleteQueuedOf(
  tx: Database,
  { id, phone, phoneProvenAt }: Pick<UserRow, 'id' | 'phone' | 'phoneProvenAt'>,
): Promise<void> {
  if (!(await hasQueue(tx))) return;
  await tx.execute(sql`
    with theirs as (
      select id::text from sms_messages where about in (
        select id from orders where customer_id = ${id} union all select id from consultations where patient_id = ${id}
        union all select id from recall_recipients where customer_id = ${id}
      ) or created_at >= ${phoneProvenAt}
    ), gone as (
      delete from pgboss.job where name = 'send-sms' and data ->> 'to' = ${phone}
        and data ->> 'messageId' in (select id from theirs) returning data
    )
    delete from sms_messages where state = 'queued' and id::text in (select data ->> 'messageId' from gone)`);
}

/** Matches a message in the queue, or one that was sent by WhatsApp and has no report. */
const mayBeSent = (id: string) =>
  and(
    eq(smsMessages.id, id),
    or(
      eq(smsMessages.state, 'queued'),
      and(eq(smsMessages.state, 'sent'), eq(smsMessages.channel, 'whatsapp')),
    ),
  );
const oneMore = sql`${smsMessages.attempts} + 1`;

export async function markSent(
  db: Database,
  id: string,
  { channel, vendorId, at }: AcceptedSms & { readonly at: Date },
): Promise<void> {
  const sent = { state: 'sent' as const, channel, vendorId, sentAt: at };
  await db
    .update(smsMessages)
    .set({ ...sent, reason: null, detail: null, attempts: oneMore })
    .where(mayBeSent(id));
}

interface FailedAttempt {
  readonly reason: SmsFailureReason;
  readonly detail: string | null;
  /** No attempt is left. */
  readonly isLast: boolean;
  readonly at: Date;
}

export async function markAttempt(
  db: Database,
  id: string,
  { reason, detail, isLast, at }: FailedAttempt,
): Promise<void> {
  await db
    .update(smsMessages)
    .set({ reason, detail, attempts: oneMore, ...(isLast && { state: 'failed', settledAt: at }) })
    .where(mayBeSent(id));
}

/** Finds the jobs of these messages that the queue keeps: they have the number and the sealed text. */
export async function findKeptJobs(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SmsJob>> {
  if (ids.length === 0 || !(await hasQueue(db))) return new Map();
  const { rows } = await db.execute<{ id: string; data: SmsJob }>(sql`
    select distinct on (data ->> 'messageId') data ->> 'messageId' as id, data from pgboss.job
    where name = 'send-sms' and data ->> 'messageId' in (${sql.join(
      ids.map((id) => sql`${id}`),
      sql`, `,
    )})
    order by data ->> 'messageId', created_on desc`);
  return new Map(rows.map(({ id, data }) => [id, data]));
}

/** Puts a message that failed back into the queue, as of now. @returns false when it has not failed */
export async function requeueFailed(tx: Database, id: string, at: Date): Promise<boolean> {
  const rows = await tx
    .update(smsMessages)
    .set({
      state: 'queued',
      createdAt: at,
      attempts: 0,
      ...{ channel: null, vendorId: null, reason: null, detail: null, sentAt: null, settledAt: null },
    })
    .where(and(eq(smsMessages.id, id), eq(smsMessages.state, 'failed')))
    .returning({ id: smsMessages.id });
  return rows.length > 0;
}

/** A database that was restored has no queue yet. */
async function hasQueue(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ exists: boolean }>(
    sql`select to_regclass('pgboss.job') is not null as exists`,
  );
  return rows[0]?.exists === true;
}

/** Whether the customer of this order or consultation has another telephone than a message about it was written for (rule 49). */
export async function hasOtherPhone(db: Database, about: string, phone: string): Promise<boolean> {
  const isCustomer = sql`${users.id} in (select customer_id from orders where id = ${about}
    union all select patient_id from consultations where id = ${about})`;
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isCustomer, sql`${users.phone} is distinct from ${phone}`));
  return found.length > 0;
}

/** Whether the patient has not read all that the doctor of this consultation wrote. */
export async function hasUnreadAnswer(db: Database, consultationId: string): Promise<boolean> {
  const rows = await db
    .select({ seq: consultationMessages.seq })
    .from(consultationMessages)
    .innerJoin(consultations, eq(consultations.id, consultationMessages.consultationId))
    .where(
      and(
        eq(consultations.id, consultationId),
        eq(consultationMessages.senderType, 'doctor'),
        gt(consultationMessages.seq, consultations.patientReadSeq),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Before these times a message that is still queued has no job any more: of a code, and of the others. */
export interface LastQueued {
  readonly code: Date;
  readonly other: Date;
}

const isLost = ({ code, other }: LastQueued) =>
  sql`${smsMessages.state} = 'queued' and ${smsMessages.createdAt} < case ${smsMessages.kind} when 'code' then ${code}::timestamptz else ${other}::timestamptz end`;

/** Gives up on the messages whose jobs are gone. */
export async function failLost(db: Database, queued: LastQueued, at: Date): Promise<void> {
  await db
    .update(smsMessages)
    .set({ state: 'failed', reason: 'expired', settledAt: at })
    .where(isLost(queued));
}

export async function deleteMessagesBefore(db: Database, before: Date): Promise<void> {
  await db.delete(smsMessages).where(lt(smsMessages.createdAt, before));
}

/** Finds which of these ids name a message, whatever its state. */
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

/** Notes why WhatsApp failed; the message stays sent, as its SMS follows. */
export async function noteWhatsAppFailure(db: Database, { vendorId, detail }: SmsReport): Promise<void> {
  await db.update(smsMessages).set({ reason: 'undelivered', detail }).where(isSent('whatsapp', vendorId));
}

/** Counts messages whose jobs are gone as failed. */
const stateNow = (queued: LastQueued) =>
  sql<
    (typeof smsMessages.$inferSelect)['state']
  >`case when ${isLost(queued)} then 'failed' else ${smsMessages.state} end`;

/** Counts the messages written since `since`, by state. */
export function countMessages(
  db: Database,
  since: Date,
  queued: LastQueued,
): Promise<{ state: (typeof smsMessages.$inferSelect)['state']; count: number }[]> {
  const state = stateNow(queued);
  return db
    .select({ state, count: sql`count(*)`.mapWith(Number) })
    .from(smsMessages)
    .where(gte(smsMessages.createdAt, since))
    .groupBy(sql`1`);
}

/** The latest messages that were not received. */
export function findFailures(db: Database, queued: LastQueued, limit: number) {
  return db
    .select({ message: smsMessages, orderNumber: orders.number })
    .from(smsMessages)
    .leftJoin(orders, eq(orders.id, smsMessages.about))
    .where(eq(stateNow(queued), 'failed'))
    .orderBy(desc(smsMessages.createdAt), desc(smsMessages.id))
    .limit(limit);
}
