import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { orderItems, orders } from '../database/schema/orders.ts';
import { recalls } from '../database/schema/recalls.ts';

export type HeldOrder = Pick<
  OrderRow,
  'id' | 'number' | 'customerId' | 'pharmacyId' | 'deliveryPersonId' | 'state'
>;

/** A line `i` of which something is still to be handed over. */
const isToHandOver = sql`i.quantity > coalesce((
  select sum(l.quantity) from refund_lines l where l.order_id = i.order_id and l.position = i.position), 0)`;

/** Matches what is written of a line `i`, or not written: it may be of these lots; no lot is all of them. */
export const mayBeOf = (lots: readonly string[]): SQL =>
  sql`(${lots.length === 0} or i.batch is null or i.batch = any(${sql.param([...lots])}::text[]))`;

/** Blocks those of the paid orders in `where` that have this medicine. @returns them */
async function hold(
  tx: Database,
  { medicationId, lots, at }: { medicationId: string; lots: readonly string[]; at: Date },
  where: SQL,
): Promise<HeldOrder[]> {
  const { rows } = await tx.execute<HeldOrder & Record<string, unknown>>(sql`
    update ${orders} set problem = 'recalled', problem_note = null, problem_at = ${at.toISOString()}, problem_medication_id = ${medicationId},
      ready_at = case when state = 'pending' and held_by_id is null then null else ready_at end
    where ${where} and state in ('pending', 'delivering') and problem is distinct from 'recalled' and exists (
      select from ${orderItems} i where i.order_id = ${orders.id} and i.medication_id = ${medicationId} and ${mayBeOf(lots)} and ${isToHandOver})
    returning id, number, customer_id as "customerId", pharmacy_id as "pharmacyId", delivery_person_id as "deliveryPersonId", state`);
  return rows;
}

/** Blocks the paid orders that may have a box of these lots. */
export const holdOrdersWith = (
  tx: Database,
  recalled: { medicationId: string; lots: readonly string[]; at: Date },
): Promise<HeldOrder[]> => hold(tx, recalled, sql`true`);

/**
 * Blocks an order that was just paid with a medicine that is recalled. Its medicines are locked first, so that of a payment and a recall
 * at the same time the second one sees the first.
 */
export async function holdIfRecalled(tx: Database, orderId: string, at: Date): Promise<HeldOrder[]> {
  const { rows } = await tx.execute<{ id: string; recalled: boolean }>(sql`
    select id, recalled from medications where id in (select medication_id from order_items where order_id = ${orderId})
    order by id for key share`);
  for (const { id: medicationId, recalled } of rows) {
    if (!recalled) continue;
    const held = await hold(tx, { medicationId, lots: [], at }, sql`${orders.id} = ${orderId}`);
    if (held.length > 0) return held;
  }
  return [];
}

/**
 * Blocks an order again for another open recall, the first of those made after `since`: what came while one recall blocked it. It says since
 * when it is blocked by the making of that recall, so that a third one follows.
 */
export async function holdForNext(tx: Database, orderId: string, since: Date | null): Promise<HeldOrder[]> {
  const { rows } = await tx.execute<{ medicationId: string; lots: string[]; at: string }>(sql`
    select medication_id as "medicationId", lots, created_at as at from ${recalls}
    where lifted_at is null and medication_id in (select medication_id from ${orderItems} where order_id = ${orderId})
      and created_at > ${since?.toISOString() ?? '-infinity'} order by created_at, id`);
  for (const { at, ...recalled } of rows) {
    const held = await hold(tx, { ...recalled, at: new Date(at) }, sql`${orders.id} = ${orderId}`);
    if (held.length > 0) return held;
  }
  return [];
}

/** Finds the name of a recalled medicine among these; null when none is. */
export async function findRecalled(db: Database, ids: readonly string[]): Promise<string | null> {
  // The ids are hidden from the planner, which would plan the statement anew for each order (decision 8).
  const { rows } = await db.execute<{ label: string }>(
    sql`select label from medications where id = any(array(select unnest(${sql.param([...ids])}::uuid[]))) and recalled limit 1`,
  );
  return rows[0]?.label ?? null;
}

interface WrittenBatch {
  readonly batch: string | null;
  readonly expiresOn: string | null;
}

/** Whether a recall names this batch. The medicine is locked, so that a recall at the same time sees what is written. */
export async function isBatchRecalled(tx: Database, medicationId: string, batch: string): Promise<boolean> {
  await tx.execute(sql`select from medications where id = ${medicationId} for key share`);
  const { rows } = await tx.execute(sql`
    select from ${recalls} where medication_id = ${medicationId} and lifted_at is null and ${batch} = any(lots)`);
  return rows.length > 0;
}

/** Writes what is printed on the boxes of a line that this pharmacy has in hand. @returns false when nothing changed */
export async function setBatch(
  tx: Database,
  { orderId, medicationId, pharmacyId }: { orderId: string; medicationId: string; pharmacyId: string },
  { batch, expiresOn }: WrittenBatch,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    with prepared as materialized (
      select id from ${orders} where id = ${orderId} and state = 'pending' and pharmacy_id = ${pharmacyId} and held_by_id is null for no key update)
    update ${orderItems} set batch = ${batch}, expires_on = ${expiresOn} from prepared
    where order_id = prepared.id and medication_id = ${medicationId}
      and (batch, expires_on) is distinct from (${batch}::text, ${expiresOn}::date)`);
  return (rowCount ?? 0) > 0;
}
