import { ANSWER_DAYS, type Outcome, type Wrong } from '@amasin/domain/feedback/answer.ts';
import type { FeedbackCounts } from '@amasin/domain/feedback/feedback.ts';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';
import type { Database } from '../database/database.ts';
import { countSome, limitAndOffset, type PageRequest } from '../database/paging.ts';
import { type FeedbackRow, feedback, isToHandle } from '../database/schema/feedback.ts';
import { isDelivered } from '../database/schema/order-conditions.ts';
import { orderEvents, orders } from '../database/schema/orders.ts';
import { users } from '../database/schema/users.ts';

/** When an order was handed over. */
export async function findDeliveredAt(db: Database, orderId: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: orderEvents.at })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.action, 'mark-delivered')));
  return row?.at ?? null;
}

export async function findOfOrder(db: Database, orderId: string): Promise<FeedbackRow | null> {
  const [row] = await db.select().from(feedback).where(eq(feedback.orderId, orderId));
  return row ?? null;
}

interface Given {
  readonly wrongs: readonly Wrong[];
  readonly note: string | null;
  readonly at: Date;
  /** One answered before may not be changed any more. */
  readonly changedAfter: Date;
}

/**
 * Stores the answer of an order, or changes it while that is allowed.
 * @returns what it was before; null when it may not be changed
 */
export async function saveAnswer(
  tx: Database,
  orderId: string,
  { wrongs, note, at, changedAfter }: Given,
): Promise<{ hadWrongs: boolean } | null> {
  // The row is locked as it is read: of two answers at once, the second one reads the first.
  await tx.insert(feedback).values({ id: v7(), orderId, answeredAt: at }).onConflictDoNothing();
  const [before] = await tx.select().from(feedback).where(eq(feedback.orderId, orderId)).for('update');
  if (before === undefined || before.handledAt !== null) return null;
  if (before.answeredAt !== null && before.answeredAt <= changedAfter) return null;
  await tx
    .update(feedback)
    .set({ wrongs: [...wrongs], note, answeredAt: before.answeredAt ?? at })
    .where(eq(feedback.id, before.id));
  return { hadWrongs: before.wrongs.length > 0 };
}

/**
 * Notes that these orders are asked about, those delivered between these times that nobody has asked about or answered, and whose customer
 * may still sign in.
 */
export async function insertAsked(
  tx: Database,
  { from, to, at, limit }: { from: Date; to: Date; at: Date; limit: number },
): Promise<{ id: string; number: string; customerId: string }[]> {
  // Few orders are delivered later than that, and events have no index by time.
  const { rows } = await tx.execute<{ id: string; number: string; customerId: string }>(sql`
    select ${orders.id}, ${orders.number}, ${orders.customerId} as "customerId" from ${orders}
    where ${isDelivered(orders)} and ${orders.createdAt} > ${from.toISOString()}::timestamptz - interval '30 days'
      and not exists (select from ${feedback} where ${feedback.orderId} = ${orders.id})
      and exists (select from ${users} where ${users.id} = ${orders.customerId} and ${users.active})
      and exists (select from ${orderEvents} where ${orderEvents.orderId} = ${orders.id} and ${orderEvents.action} = 'mark-delivered'
        and ${orderEvents.at} > ${from.toISOString()} and ${orderEvents.at} <= ${to.toISOString()})
    order by ${orders.createdAt} limit ${limit}`);
  if (rows.length === 0) return [];
  const inserted = await tx
    .insert(feedback)
    .values(rows.map(({ id }) => ({ id: v7(), orderId: id, askedAt: at })))
    .onConflictDoNothing()
    .returning({ orderId: feedback.orderId });
  const asked = new Set(inserted.map(({ orderId }) => orderId));
  return rows.filter(({ id }) => asked.has(id));
}

const pharmacy = alias(users, 'pharmacy');
const courier = alias(users, 'courier');
const handler = alias(users, 'handler');

const isWrong = sql`cardinality(${feedback.wrongs}) > 0`;

async function selectWhere(db: Database, where: SQL, rest: SQL) {
  const { rows } = await db.execute<{
    id: string;
    orderId: string;
    number: string;
    customerId: string;
    customer: string;
    phone: string | null;
    pharmacy: string | null;
    courier: string | null;
    zone: string;
    wrongs: Wrong[];
    note: string | null;
    answeredAt: string;
    handledAt: string | null;
    handledById: string | null;
    handledBy: string | null;
    outcome: Outcome | null;
    outcomeNote: string | null;
  }>(sql`
    select ${feedback.id}, ${orders.id} as "orderId", ${orders.number}, ${orders.customerId} as "customerId", ${users.name} as customer,
      ${users.phone}, ${pharmacy.name} as pharmacy, ${courier.name} as courier, ${orders.zoneLabel} as zone, ${feedback.wrongs},
      ${feedback.note}, ${feedback.answeredAt} as "answeredAt", ${feedback.handledAt} as "handledAt",
      ${feedback.handledById} as "handledById", ${handler.name} as "handledBy", ${feedback.outcome}, ${feedback.outcomeNote} as "outcomeNote"
    from ${feedback} join ${orders} on ${orders.id} = ${feedback.orderId} join ${users} on ${users.id} = ${orders.customerId}
      left join ${users} ${sql.identifier('pharmacy')} on ${pharmacy.id} = ${orders.pharmacyId}
      left join ${users} ${sql.identifier('courier')} on ${courier.id} = ${orders.deliveryPersonId}
      left join ${users} ${sql.identifier('handler')} on ${handler.id} = ${feedback.handledById}
    where ${where} ${rest}`);
  return rows.map(({ answeredAt, handledAt, ...row }) => ({
    ...row,
    answeredAt: new Date(answeredAt),
    handledAt: handledAt === null ? null : new Date(handledAt),
  }));
}

export type FoundFeedback = Awaited<ReturnType<typeof selectWhere>>[number];

/** Finds a page of what was wrong: what waits, the oldest first, or what was handled, the latest first. */
export async function findPage(db: Database, isHandled: boolean, page: PageRequest) {
  const where = isHandled ? sql`${feedback.handledAt} is not null` : isToHandle(feedback);
  const order = isHandled
    ? sql`order by ${feedback.handledAt} desc, ${feedback.id} desc`
    : sql`order by ${feedback.answeredAt}, ${feedback.id}`;
  const rows = await selectWhere(db, where, sql`${order} ${limitAndOffset(page)}`);
  return {
    rows: rows.slice(0, page.limit),
    total: await countSome(db, sql`select from ${feedback} where ${where}`),
  };
}

/** Finds one that something was wrong about. */
export async function findFeedback(db: Database, id: string): Promise<FoundFeedback | null> {
  const [row] = await selectWhere(db, sql`${feedback.id} = ${id} and ${isWrong}`, sql``);
  return row ?? null;
}

/** @returns false when it was handled, or answered otherwise than was read, meanwhile */
export async function setHandled(
  tx: Database,
  id: string,
  read: Pick<FeedbackRow, 'wrongs' | 'note'>,
  done: { handledAt: Date; handledById: string; outcome: Outcome; outcomeNote: string | null },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(feedback)
    .set(done)
    .where(
      and(
        eq(feedback.id, id),
        isToHandle(feedback),
        eq(feedback.wrongs, read.wrongs),
        sql`${feedback.note} is not distinct from ${read.note}`,
      ),
    );
  return rowCount === 1;
}

/** A part of the counts has this many lines at most. */
const COUNTED = 50;

const MANY = sql.raw(String(COUNTED));

/** Counts the answers since a time by pharmacy, courier and zone, those with most wrong first. */
export async function countAnswers(db: Database, now: Date): Promise<FeedbackCounts> {
  const since = sql`${now.toISOString()}::timestamptz - make_interval(days => ${sql.raw(String(ANSWER_DAYS))})`;
  const by = (id: SQL, name: SQL) => sql`select coalesce(json_agg(line), '[]') from (
    select ${id} as "_id", max(${name}) as name, count(*)::int as answers, (count(*) filter (where wrong))::int as wrong
    from given where ${id} is not null group by ${id} order by wrong desc, answers desc, name limit ${MANY}) line`;
  const { rows } = await db.execute<FeedbackCounts & Record<string, unknown>>(sql`
    with given as (select ${isWrong} as wrong, ${orders.zoneId} as zone_id, ${orders.zoneLabel} as zone, ${pharmacy.id} as pharmacy_id,
        ${pharmacy.name} as pharmacy, ${courier.id} as courier_id, ${courier.name} as courier
      from ${feedback} join ${orders} on ${orders.id} = ${feedback.orderId}
        left join ${users} ${sql.identifier('pharmacy')} on ${pharmacy.id} = ${orders.pharmacyId}
        left join ${users} ${sql.identifier('courier')} on ${courier.id} = ${orders.deliveryPersonId}
      where ${feedback.answeredAt} > ${since})
    select (select count(*)::int from given) as answers, (select count(*)::int from given where wrong) as wrong,
      (${by(sql`pharmacy_id`, sql`pharmacy`)}) as pharmacies, (${by(sql`courier_id`, sql`courier`)}) as "deliveryPersons",
      (${by(sql`zone_id`, sql`zone`)}) as zones`);
  const [counts] = rows;
  if (counts === undefined) throw new Error('counting returned no row');
  return counts;
}
