import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import type { ProblemReason } from '@amasin/domain/orders/problems/delivery-problem.ts';
import type { PhotoProblem } from '@amasin/domain/orders/problems/photo-problem.ts';
import { shortageReasons } from '@amasin/domain/orders/problems/shortage-reason.ts';
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { type OrderRow, orderEvents, orderItems, orders } from '../database/schema/orders.ts';
import { preparedInsert } from '../database/statements/prepared-insert.ts';
import { together } from '../database/transaction.ts';

type NewOrder = Omit<typeof orders.$inferInsert, 'number'>;
export type NewItem = Omit<typeof orderItems.$inferInsert, 'orderId' | 'position'>;

/** Returns the next number of the sequence; a rolled-back order leaves a gap, never a duplicate. */
export async function nextOrderNumber(db: Database): Promise<number> {
  const { rows } = await db.execute<{ next: string }>(sql`select nextval('order_numbers') as next`);
  return Number(rows[0]?.next);
}

const insertRows = preparedInsert(orders);
const insertItemRows = preparedInsert(orderItems);
const insertEventRows = preparedInsert(orderEvents);

/** Inserts an order with its items, sent before what the caller sends next. */
export async function insertOrder(
  tx: Database,
  order: NewOrder & { id: string; number: string },
  items: readonly NewItem[],
): Promise<void> {
  await together(insertRows(tx, [order]), insertItems(tx, order.id, items));
}

async function insertItems(db: Database, orderId: string, items: readonly NewItem[]): Promise<void> {
  if (items.length === 0) return;
  await insertItemRows(
    db,
    items.map((item, position) => ({ ...item, orderId, position })),
  );
}

/** Adds events to the timeline (rule 12). */
export async function insertEvents(db: Database, events: (typeof orderEvents.$inferInsert)[]): Promise<void> {
  if (events.length > 0) await insertEventRows(db, events);
}

/** @returns false when the order is no longer in this state or no longer meets the condition */
export async function changeIf(
  db: Database,
  id: string,
  from: OrderState,
  condition: SQL | undefined,
  change: PgUpdateSetSource<typeof orders>,
): Promise<boolean> {
  const changed = await db
    .update(orders)
    .set(change)
    .where(and(eq(orders.id, id), eq(orders.state, from), condition))
    .returning({ id: orders.id });
  return changed.length === 1;
}

export const noProblem = { problem: null, problemNote: null, problemAt: null };

/** Sets when its pharmacy finished preparing a pending order, or null. @returns false when nothing changed */
export function setReady(db: Database, id: string, pharmacyId: string, at: Date | null): Promise<boolean> {
  const isOther = at === null ? isNotNull(orders.readyAt) : isNull(orders.readyAt);
  return changeIf(db, id, 'pending', and(eq(orders.pharmacyId, pharmacyId), isOther), { readyAt: at });
}

/** Sets why this courier cannot deliver an order. @returns false when nothing changed */
export async function setProblem(
  db: Database,
  id: string,
  courierId: string,
  { reason, note, at }: { reason: ProblemReason; note: string | null; at: Date },
): Promise<boolean> {
  const changed = await db
    .update(orders)
    .set({ problem: reason, problemNote: note, problemAt: at })
    .where(
      and(
        eq(orders.id, id),
        inArray(orders.state, ['pending', 'delivering']),
        eq(orders.deliveryPersonId, courierId),
        sql`(${orders.problem}, ${orders.problemNote}) is distinct from (${reason}::text, ${note}::text)`,
      ),
    )
    .returning({ id: orders.id });
  return changed.length === 1;
}

/** Moves a pre-treatment order to `pending` when its total equals the amount paid. */
export function setPaid(
  db: Database,
  id: string,
  paid: { amount: number; paymentId: string; transactionId: string; at: Date; usualMinutes: number | null },
): Promise<boolean> {
  const { amount, at, ...payment } = paid;
  const change = { ...payment, state: 'pending' as const, paid: amount, paidAt: at, cardAwaited: false };
  return changeIf(db, id, 'pre-treatment', eq(orders.total, amount), change);
}

type WrittenFields = Required<
  Pick<
    typeof orders.$inferInsert,
    'prescriptionId' | 'itemsWrittenById' | 'itemsCount' | 'medicines' | 'commission' | 'reduction' | 'total'
  >
>;

/** Sets the items of a pre-treatment order that has none; for an agent, only when no other agent is assigned. */
export async function setItems(
  db: Database,
  id: string,
  fields: WrittenFields,
  items: readonly NewItem[],
  agentId: string | null,
): Promise<boolean> {
  const isTheirs = agentId === null ? undefined : or(isNull(orders.agentId), eq(orders.agentId, agentId));
  const condition = and(eq(orders.itemsCount, 0), isTheirs);
  if (!(await changeIf(db, id, 'pre-treatment', condition, { ...fields, photoProblem: null }))) return false;
  await insertItems(db, id, items);
  return true;
}

/** Sets why the photograph cannot be read; for an agent, only when no other agent is assigned. @returns false when nothing changed */
export function setPhotoProblem(
  db: Database,
  id: string,
  problem: PhotoProblem,
  agentId: string | null,
): Promise<boolean> {
  const isTheirs = agentId === null ? undefined : or(isNull(orders.agentId), eq(orders.agentId, agentId));
  const isOpen = and(
    eq(orders.itemsCount, 0),
    isNotNull(orders.prescriptionUrl),
    isNull(orders.photoProblem),
  );
  return changeIf(db, id, 'pre-treatment', and(isOpen, isTheirs), { photoProblem: problem });
}

/** Sets another photograph in place of one that cannot be read. @returns false when none is asked for */
export function setPhotograph(db: Database, id: string, url: string): Promise<boolean> {
  const change = { prescriptionUrl: url, photoProblem: null };
  return changeIf(db, id, 'pre-treatment', isNotNull(orders.photoProblem), change);
}

/** Locks an order until the transaction ends. */
export async function lockOrder(tx: Database, id: string): Promise<OrderRow> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('no key update');
  if (row === undefined) throw new Error('the order does not exist');
  return row;
}

/** How many photographs of a customer no pharmacist has read yet. */
export async function countUnread(db: Database, customerId: string): Promise<number> {
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(eq(orders.customerId, customerId), eq(orders.state, 'pre-treatment'), eq(orders.itemsCount, 0)),
    );
  return found.length;
}

/** The customer's order that was placed with this photograph. */
export async function findOrderWithPhotograph(
  db: Database,
  customerId: string,
  url: string,
): Promise<OrderRow | null> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.prescriptionUrl, url), eq(orders.customerId, customerId)));
  return row ?? null;
}

type Amounts = Required<
  Pick<
    typeof orders.$inferInsert,
    'itemsCount' | 'medicines' | 'commission' | 'reduction' | 'total' | 'leftOut'
  >
>;

/** Replaces the items and amounts of a pre-treatment order. @returns false when the order has moved on */
export async function replaceOrderItems(
  tx: Database,
  id: string,
  amounts: Amounts,
  items: readonly NewItem[],
): Promise<boolean> {
  if (!(await changeIf(tx, id, 'pre-treatment', undefined, amounts))) return false;
  await tx.delete(orderItems).where(eq(orderItems.orderId, id));
  await insertItems(tx, id, items);
  return true;
}

export type AssignedRole = 'pharmacy' | 'deliveryPerson' | 'agent';

/** The column of an order for each role. */
export const roleColumns = {
  pharmacy: 'pharmacyId',
  deliveryPerson: 'deliveryPersonId',
  agent: 'agentId',
} as const satisfies Record<AssignedRole, keyof OrderRow>;

/**
 * Assigns a user to a role.
 * @param present the id of the user who is assigned now, or null
 * @returns false when the assignment has changed, or the order lacks what the role needs
 */
export function setAssigned(
  db: Database,
  id: string,
  from: OrderState,
  role: AssignedRole,
  { present, target }: { present: string | null; target: string },
): Promise<boolean> {
  const column = orders[roleColumns[role]];
  const isUnchanged = present === null ? isNull(column) : eq(column, present);
  const conditions = {
    pharmacy: undefined,
    deliveryPerson: isNotNull(orders.pharmacyId),
    agent: eq(orders.itemsCount, 0),
  };
  // Another pharmacy has not prepared it, and may have what the first one lacked.
  const unlessShort = (column: AnyPgColumn) =>
    sql`case when ${inArray(orders.problem, [...shortageReasons])} then null else ${column} end`;
  const change = {
    [roleColumns[role]]: target,
    ...(role === 'pharmacy' && {
      readyAt: null,
      problem: unlessShort(orders.problem),
      problemNote: unlessShort(orders.problemNote),
      problemAt: unlessShort(orders.problemAt),
    }),
  };
  return changeIf(db, id, from, and(isUnchanged, conditions[role]), change);
}
