import { DAY_MS } from '@amasin/domain/contract/time.ts';
import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { medications } from '../database/schema/medications.ts';
import { orders } from '../database/schema/orders.ts';
import { type RecallRow, recallPharmacies, recallRecipients, recalls } from '../database/schema/recalls.ts';
import { users } from '../database/schema/users.ts';
import { mayBeOf } from '../orders/recall-queries.ts';
import { notRemoved } from '../people/queries.ts';

/** Who received it within this time is told, and what prepared it. */
const YEAR_MS = 365 * DAY_MS;
const yearBefore = (at: Date) => new Date(at.getTime() - YEAR_MS).toISOString();

const creators = alias(users, 'creators');
const lifters = alias(users, 'lifters');

interface Counts {
  readonly all: number;
  readonly told: number;
  readonly reached: number;
  readonly answered: number;
  readonly kept: number;
  readonly pharmacies: number;
  readonly pharmaciesAnswered: number;
  readonly boxes: number;
  readonly waiting: readonly { readonly _id: string; readonly number: string }[];
}

const about = {
  recall: recalls,
  medication: { _id: medications.id, label: medications.label, form: medications.form },
};

/** A message was accepted by its vendor. Messages are swept after a month: who opened the notice stays counted. */
const isReached = sql`(r.opened_at is not null or r.answered_at is not null or exists (
  select from sms_messages s where s.kind = 'recall' and s.about = r.id and s.state in ('sent', 'delivered')))`;

const counts = sql<Counts>`(select json_build_object('all', count(*), 'told', count(r.told_at), 'reached', count(*) filter (where ${isReached}),
    'answered', count(r.answered_at), 'kept', count(*) filter (where r.kept)) from recall_recipients r where r.recall_id = ${recalls.id})::jsonb
  || (select json_build_object('pharmacies', count(*), 'pharmaciesAnswered', count(p.answered_at), 'boxes', coalesce(sum(p.boxes), 0))
    from recall_pharmacies p where p.recall_id = ${recalls.id})::jsonb
  || jsonb_build_object('waiting', coalesce((select jsonb_agg(jsonb_build_object('_id', o.id, 'number', o.number) order by o.paid_at)
    from orders o where o.problem = 'recalled' and o.problem_at is not null and o.state in ('pending', 'delivering') and o.problem_medication_id = ${recalls.medicationId}), '[]'))`;

/** Finds recalls with what became of them, the latest first. */
export const findRecalls = (db: Database, where?: SQL) =>
  db
    .select({ ...about, createdBy: creators.name, liftedBy: lifters.name, counts })
    .from(recalls)
    .innerJoin(medications, eq(medications.id, recalls.medicationId))
    .innerJoin(creators, eq(creators.id, recalls.createdById))
    .leftJoin(lifters, eq(lifters.id, recalls.liftedById))
    .where(where)
    .orderBy(desc(recalls.createdAt), desc(recalls.id));

export async function findRecall(db: Database, id: string) {
  const [found] = await findRecalls(db, eq(recalls.id, id));
  return found ?? null;
}

export type RecallView = NonNullable<Awaited<ReturnType<typeof findRecall>>>;

/** Locks a medicine against payments and batches that name it. @returns null when it does not exist */
export async function lockMedicine(tx: Database, id: string): Promise<{ recalled: boolean } | null> {
  const [row] = await tx
    .select({ recalled: medications.recalled })
    .from(medications)
    .where(eq(medications.id, id))
    .for('update');
  return row ?? null;
}

export async function insertRecall(
  tx: Database,
  row: typeof recalls.$inferInsert,
): Promise<Pick<RecallRow, 'id' | 'medicationId' | 'lots'>> {
  const [inserted] = await tx.insert(recalls).values(row).returning();
  if (inserted === undefined) throw new Error('the recall was not inserted');
  return inserted;
}

/** Says of a locked medicine whether an open recall of all its lots stops it. */
export async function settleRecalled(tx: Database, medicationId: string): Promise<void> {
  const stops = sql<boolean>`exists (select from recalls where medication_id = ${medicationId} and lifted_at is null and lots = '{}')`;
  await tx
    .update(medications)
    .set({ recalled: stops })
    .where(and(eq(medications.id, medicationId), sql`recalled <> ${stops}`));
}

/** @returns false when it was lifted before */
export async function setLifted(
  tx: Database,
  id: string,
  by: { at: Date; userId: string },
): Promise<boolean> {
  const lifted = await tx
    .update(recalls)
    .set({ liftedAt: by.at, liftedById: by.userId })
    .where(and(eq(recalls.id, id), isNull(recalls.liftedAt)))
    .returning({ id: recalls.id });
  return lifted.length === 1;
}

/** Notes which pharmacies prepared the medicine in the last year, or have it to prepare. @returns their ids */
export async function insertPharmacies(
  tx: Database,
  { id, medicationId, at }: { id: string; medicationId: string; at: Date },
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into ${recallPharmacies} (recall_id, pharmacy_id)
    select distinct ${id}::uuid, o.pharmacy_id from order_items i
      join ${orders} o on o.id = i.order_id join ${users} on users.id = o.pharmacy_id
    where i.medication_id = ${medicationId} and o.paid_at > ${yearBefore(at)} and ${notRemoved}
    returning pharmacy_id as id`);
  return rows.map(({ id }) => id);
}

/**
 * Notes who may have received the medicine of each open recall: of orders that were paid in the year before it and handed over. Lines that
 * were given back before the handover were not received. Repeated, it adds who received it meanwhile.
 */
export async function insertRecipients(db: Database): Promise<void> {
  const open = await db.select().from(recalls).where(isNull(recalls.liftedAt));
  for (const { id, medicationId, lots, createdAt } of open)
    await db.execute(sql`
      insert into ${recallRecipients} (id, recall_id, customer_id, order_id, maybe)
      select gen_random_uuid(), ${id}::uuid, o.customer_id, (array_agg(o.id order by o.paid_at desc, o.id))[1],
        bool_and(${lots.length > 0} and i.batch is null)
      from order_items i join ${orders} o on o.id = i.order_id join ${users} on users.id = o.customer_id
      where i.medication_id = ${medicationId} and ${mayBeOf(lots)} and o.state in ('delivered', 'ended')
        and o.paid_at > ${yearBefore(createdAt)} and o.paid_at <= ${createdAt.toISOString()} and ${notRemoved}
        and i.quantity > coalesce((
          select sum(l.quantity) from refund_lines l join refunds r on r.id = l.refund_id
          where l.order_id = i.order_id and l.position = i.position and r.asked_at < (
            select max(e.at) from order_events e where e.order_id = o.id and e.action = 'mark-delivered')), 0)
      group by o.customer_id
      on conflict do nothing`);
}

export interface Told extends Record<string, unknown> {
  readonly id: string;
  readonly customerId: string;
  readonly phone: string | null;
  readonly orderId: string;
  readonly number: string;
}

/** Notes of some recipients that they are told, once: two processes take others. @returns them */
export async function setTold(tx: Database, at: Date, limit: number): Promise<Told[]> {
  const { rows } = await tx.execute<Told>(sql`
    with picked as (
      select r.id from ${recallRecipients} r join ${recalls} on recalls.id = r.recall_id
      where r.told_at is null and recalls.lifted_at is null order by r.id limit ${limit} for update of r skip locked)
    update ${recallRecipients} r set told_at = ${at.toISOString()} from picked, ${orders} o, ${users} u
    where r.id = picked.id and o.id = r.order_id and u.id = r.customer_id
    returning r.id, r.customer_id as "customerId", u.phone, o.id as "orderId", o.number`);
  return rows;
}

/** Finds what each pharmacy has answered, those that have not first. */
export const findAnswers = (db: Database, recallId: string) =>
  db
    .select({ _id: users.id, name: users.name, boxes: recallPharmacies.boxes })
    .from(recallPharmacies)
    .innerJoin(users, eq(users.id, recallPharmacies.pharmacyId))
    .where(eq(recallPharmacies.recallId, recallId))
    .orderBy(isNotNull(recallPharmacies.answeredAt), sql`${users.name} collate "french"`, users.id);

/** Finds the open recalls, with what this pharmacy has answered, the latest first. */
export const findForPharmacy = (db: Database, pharmacyId: string) =>
  db
    .select({ ...about, answer: recallPharmacies })
    .from(recalls)
    .innerJoin(medications, eq(medications.id, recalls.medicationId))
    .leftJoin(
      recallPharmacies,
      and(eq(recallPharmacies.recallId, recalls.id), eq(recallPharmacies.pharmacyId, pharmacyId)),
    )
    .where(isNull(recalls.liftedAt))
    .orderBy(desc(recalls.createdAt), desc(recalls.id));

const isAsked = (recallId: string, pharmacyId: string) =>
  and(eq(recallPharmacies.recallId, recallId), eq(recallPharmacies.pharmacyId, pharmacyId));

/** @returns null when the pharmacy is not asked */
export async function findAnswer(db: Database, recallId: string, pharmacyId: string) {
  const [found] = await db.select().from(recallPharmacies).where(isAsked(recallId, pharmacyId));
  return found ?? null;
}

/** @returns false when it has answered before */
export async function setAnswer(
  db: Database,
  { recallId, pharmacyId, boxes, at }: { recallId: string; pharmacyId: string; boxes: number; at: Date },
): Promise<boolean> {
  const changed = await db
    .update(recallPharmacies)
    .set({ boxes, answeredAt: at })
    .where(and(isAsked(recallId, pharmacyId), isNull(recallPharmacies.answeredAt)))
    .returning({ id: recallPharmacies.recallId });
  return changed.length === 1;
}

/** Finds the recalls of what this customer received, the latest first. */
export const findReceived = (db: Database, customerId: string) =>
  db
    .select({ ...about, recipient: recallRecipients, order: { _id: orders.id, number: orders.number } })
    .from(recallRecipients)
    .innerJoin(recalls, eq(recalls.id, recallRecipients.recallId))
    .innerJoin(medications, eq(medications.id, recalls.medicationId))
    .innerJoin(orders, eq(orders.id, recallRecipients.orderId))
    .where(eq(recallRecipients.customerId, customerId))
    .orderBy(desc(recalls.createdAt), asc(recalls.id));

/** Notes when the customer first read what was told. */
export async function setRead(db: Database, customerId: string, at: Date): Promise<void> {
  await db
    .update(recallRecipients)
    .set({ openedAt: at })
    .where(and(eq(recallRecipients.customerId, customerId), isNull(recallRecipients.openedAt)));
}

/** @returns null when the recall does not concern this customer */
export async function findRecipient(
  db: Database,
  recallId: string,
  customerId: string,
): Promise<string | null> {
  const [found] = await db
    .select({ id: recallRecipients.id })
    .from(recallRecipients)
    .where(and(eq(recallRecipients.recallId, recallId), eq(recallRecipients.customerId, customerId)));
  return found?.id ?? null;
}

/** Stores that a customer has read it; null leaves what she said of having it. */
export async function setRecipientAnswer(
  db: Database,
  id: string,
  { kept, at }: { kept: boolean | null; at: Date },
): Promise<void> {
  const first = (column: AnyPgColumn) => sql`coalesce(${column}, ${at.toISOString()}::timestamptz)`;
  await db
    .update(recallRecipients)
    .set({
      answeredAt: first(recallRecipients.answeredAt),
      openedAt: first(recallRecipients.openedAt),
      ...(kept !== null && { kept }),
    })
    .where(eq(recallRecipients.id, id));
}

/** Counts the lines that each pharmacy prepared of orders since then, and those with a batch; who wrote the fewest first. */
export async function countWritten(db: Database, since: Date) {
  const { rows } = await db.execute<{ id: string; name: string; lines: number; written: number }>(sql`
    select u.id, u.name, count(*)::int as lines, count(i.batch)::int as written
    from ${orders} o join order_items i on i.order_id = o.id join ${users} u on u.id = o.pharmacy_id
    where o.created_at > ${since.toISOString()} and o.ready_at > ${since.toISOString()}
    group by u.id order by count(i.batch)::numeric / count(*), u.name collate "french", u.id`);
  return rows;
}
