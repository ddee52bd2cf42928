import { DAY_MS } from '@amasin/domain/contract/time.ts';
import { HANDOVER_TRIES, type UnprovenReason } from '@amasin/domain/orders/handover.ts';
import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import {
  type CancelDecline,
  type CancelReason,
  type CancelRequestReason,
  type PhotoProblem,
  type ProblemReason,
  type ReturnReason,
  type ShortageReason,
  shortageReasons,
} from '@amasin/domain/orders/reasons.ts';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { isPromised } from '../database/schema/order-conditions.ts';
import { type OrderRow, orderEvents, orderItems, orders } from '../database/schema/orders.ts';
import { insertAll, insertInto } from '../database/sql.ts';

type NewOrder = Omit<typeof orders.$inferInsert, 'number'>;
export type NewItem = Omit<typeof orderItems.$inferInsert, 'orderId' | 'position'>;

/** Returns the next number of the sequence; a rolled-back order leaves a gap, never a duplicate. */
export async function nextOrderNumber(db: Database): Promise<number> {
  const { rows } = await db.execute<{ next: string }>(sql`select nextval('order_numbers') as next`);
  return Number(rows[0]?.next);
}

type NewEvent = typeof orderEvents.$inferInsert;

/** Inserts an order with its items. */
export async function insertOrder(
  tx: Database,
  order: NewOrder & { id: string; number: string },
  items: readonly NewItem[],
): Promise<void> {
  await insertAll(tx, ...orderInserts(order, items));
}

/** Makes the inserts of an order and its items, for a statement that inserts more. */
export const orderInserts = (
  order: NewOrder & { id: string; number: string },
  items: readonly NewItem[],
): SQL[] => [insertInto(orders, [order]), ...itemInserts(order.id, items)];

const itemInserts = (orderId: string, items: readonly NewItem[]): SQL[] =>
  items.length === 0
    ? []
    : [
        insertInto(
          orderItems,
          items.map((item, position) => ({ ...item, excluded: item.excluded ?? false, orderId, position })),
        ),
      ];

/** Adds events to the timeline (rule 12). */
export async function insertEvents(db: Database, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await insertAll(db, eventInsert(...events));
}

/** Makes the insert of events, for a statement that inserts more. */
export const eventInsert = (...events: readonly NewEvent[]): SQL => insertInto(orderEvents, events);

/** Changes an order in this state. @returns false when it is in another one, or does not meet the condition (any more) */
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

const noProblem = { problem: null, problemNote: null, problemAt: null, problemMedicationId: null };

const notBroughtBack = { broughtBackAt: null, broughtBackReason: null, heldById: null };

/** What belongs to one delivery: its code, and that its courier waits at the door. */
const notOnItsWay = { handoverCode: null, wrongCodes: [], waitingAt: null };

/** A move to another state closes a reported problem, a request to cancel, its delivery and what was said of its return. */
const nothingOpen = {
  ...noProblem,
  ...notBroughtBack,
  ...notOnItsWay,
  cancelAskedAt: null,
  cancelAskedReason: null,
  cancelDeclined: null,
};

/** Matches a pending order that this pharmacy has in hand: no courier has its medicines. */
const isPreparedBy = (pharmacyId: string) => and(eq(orders.pharmacyId, pharmacyId), isNull(orders.heldById));

const isShort = inArray(orders.problem, [...shortageReasons]);

/** A recall stands until a supervisor has decided (rule 55). */
const isRecalled = sql`${orders.problem} is not distinct from 'recalled'`;

/** Matches an order that neither its pharmacy nor its courier may go on with. */
const isStopped = sql`(${isShort} is true or ${isRecalled})`;

/**
 * Sets when its pharmacy finished preparing a pending order, or null. @returns false when nothing changed: one with a shortage is not
 * ready
 */
export function setReady(db: Database, id: string, pharmacyId: string, at: Date | null): Promise<boolean> {
  const isOther =
    at === null ? isNotNull(orders.readyAt) : and(isNull(orders.readyAt), sql`not ${isStopped}`);
  return changeIf(db, id, 'pending', and(isPreparedBy(pharmacyId), isOther), { readyAt: at });
}

/** Sets when its pharmacy first opened an order, if it has not. */
export async function setOpened(db: Database, id: string, pharmacyId: string, at: Date): Promise<void> {
  await db
    .update(orders)
    .set({ openedAt: at })
    .where(and(eq(orders.id, id), eq(orders.pharmacyId, pharmacyId), isNull(orders.openedAt)));
}

/**
 * Sets why this courier cannot deliver an order. @returns false when nothing changed: a shortage stands until a supervisor has solved it
 */
export async function setProblem(
  db: Database,
  id: string,
  courierId: string,
  { reason, note, at }: { reason: ProblemReason; note: string | null; at: Date },
): Promise<boolean> {
  const changed = await db
    .update(orders)
    .set({ problem: reason, problemNote: note, problemAt: at, problemMedicationId: null })
    .where(
      and(
        eq(orders.id, id),
        inArray(orders.state, ['pending', 'delivering']),
        eq(orders.deliveryPersonId, courierId),
        sql`not ${isStopped}`,
        sql`(${orders.problem}, ${orders.problemNote}) is distinct from (${reason}::text, ${note}::text)`,
      ),
    )
    .returning({ id: orders.id });
  return changed.length === 1;
}

interface Shortage {
  readonly reason: ShortageReason;
  readonly note: string | null;
  /** The line that it names. */
  readonly medicationId: string | null;
  readonly at: Date;
}

/** Sets why this pharmacy cannot prepare a pending order, which is then not ready. @returns false when nothing changed */
export function setShortage(
  db: Database,
  id: string,
  pharmacyId: string,
  { reason, note, medicationId, at }: Shortage,
): Promise<boolean> {
  const isOther = sql`(${orders.problem}, ${orders.problemNote}) is distinct from (${reason}::text, ${note}::text)`;
  const named = { problemNote: note, problemMedicationId: medicationId };
  const change = { problem: reason, ...named, problemAt: at, readyAt: null };
  return changeIf(db, id, 'pending', and(isPreparedBy(pharmacyId), isOther, sql`not ${isRecalled}`), change);
}

/** @param reported when the problem began, where only that one is meant. @returns false when the order has no problem, or another one */
export async function clearProblem(db: Database, id: string, reported?: Date): Promise<boolean> {
  const isMeant = reported === undefined ? isNotNull(orders.problem) : eq(orders.problemAt, reported);
  const changed = await db
    .update(orders)
    .set(noProblem)
    .where(and(eq(orders.id, id), isMeant))
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
    | 'prescriptionId'
    | 'itemsWrittenById'
    | 'itemsCount'
    | 'medicines'
    | 'commission'
    | 'reduction'
    | 'total'
    | 'covered'
  >
>;

/** Matches an order that no other agent has; any order for a supervisor (null). */
const isOpenTo = (agentId: string | null): SQL | undefined =>
  agentId === null ? undefined : or(isNull(orders.agentId), eq(orders.agentId, agentId));

/** Sets the items of a pre-treatment order that has none; for an agent, only when no other agent is assigned. */
export async function setItems(
  db: Database,
  id: string,
  fields: WrittenFields,
  items: readonly NewItem[],
  agentId: string | null,
): Promise<boolean> {
  const condition = and(eq(orders.itemsCount, 0), isOpenTo(agentId));
  if (!(await changeIf(db, id, 'pre-treatment', condition, { ...fields, photoProblem: null }))) return false;
  await insertAll(db, ...itemInserts(id, items));
  return true;
}

/** Sets why the photograph cannot be read; for an agent, only when no other agent is assigned. @returns false when nothing changed */
export function setPhotoProblem(
  db: Database,
  id: string,
  problem: PhotoProblem,
  agentId: string | null,
): Promise<boolean> {
  const isReadable = and(
    eq(orders.itemsCount, 0),
    isNotNull(orders.prescriptionUrl),
    isNull(orders.photoProblem),
  );
  return changeIf(db, id, 'pre-treatment', and(isReadable, isOpenTo(agentId)), { photoProblem: problem });
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

type Amounts = Required<
  Pick<
    typeof orders.$inferInsert,
    'itemsCount' | 'medicines' | 'commission' | 'reduction' | 'total' | 'covered' | 'leftOut'
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
  await insertAll(tx, ...itemInserts(id, items));
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
 * @param previous the id of the user who is assigned now, or null
 * @returns false when the assignment has changed, or the order lacks what the role needs
 */
export function setAssigned(
  db: Database,
  id: string,
  from: OrderState,
  role: AssignedRole,
  { previous, target }: { previous: string | null; target: string },
): Promise<boolean> {
  const column = orders[roleColumns[role]];
  const isUnchanged = previous === null ? isNull(column) : eq(column, previous);
  const conditions = {
    pharmacy: undefined,
    deliveryPerson: isNotNull(orders.pharmacyId),
    agent: eq(orders.itemsCount, 0),
  };
  // The next pharmacy has not prepared it, and may have what the first one lacked.
  const unlessShort = (column: AnyPgColumn) => sql`case when ${isShort} then null else ${column} end`;
  const change = {
    [roleColumns[role]]: target,
    // The next courier has not waited yet.
    ...(role === 'deliveryPerson' && { waitingAt: null }),
    ...(role === 'pharmacy' && {
      readyAt: null,
      openedAt: null,
      heldById: null,
      problem: unlessShort(orders.problem),
      problemNote: unlessShort(orders.problemNote),
      problemAt: unlessShort(orders.problemAt),
      problemMedicationId: unlessShort(orders.problemMedicationId),
    }),
  };
  return changeIf(db, id, from, and(isUnchanged, conditions[role]), change);
}

/** Matches an order that is assigned to this courier and to a pharmacy. */
const isCarriedBy = (courierId: string) =>
  and(eq(orders.deliveryPersonId, courierId), isNotNull(orders.pharmacyId));

/**
 * Sends an order on its way with this courier.
 * @param handoverCode what its customer gives him; null when no code is asked
 * @returns false when the order is no longer pending, no longer theirs, or waits because of a recall
 */
export function setDeparted(
  db: Database,
  id: string,
  courierId: string,
  handoverCode: string | null,
): Promise<boolean> {
  const change = { ...nothingOpen, state: 'delivering' as const, handoverCode, handoverPhoto: null };
  return changeIf(db, id, 'pending', and(isCarriedBy(courierId), sql`not ${isRecalled}`), change);
}

/** How an order was handed over: by a code, without one, or with no code asked (null). */
export type Proof = { readonly code: string } | { readonly reason: UnprovenReason | null } | null;

const hasTries = sql`cardinality(${orders.wrongCodes}) < ${HANDOVER_TRIES}`;

/**
 * Marks an order as handed over by this courier. One that left while no code was asked is neither proven nor unproven.
 * @returns false when the order is no longer on its way or no longer theirs, or the code is wrong
 */
export function setDelivered(db: Database, id: string, courierId: string, proof: Proof): Promise<boolean> {
  const { handoverCode } = orders;
  const isAsked = sql`${handoverCode} is not null`;
  const change = { ...nothingOpen, state: 'delivered' as const };
  if (proof === null) return changeIf(db, id, 'delivering', isCarriedBy(courierId), change);
  if ('reason' in proof)
    return changeIf(db, id, 'delivering', isCarriedBy(courierId), {
      ...change,
      proven: sql`case when ${isAsked} then false end`,
      unprovenReason: sql`case when ${isAsked} then ${proof.reason}::text end`,
    });
  const isRight = or(isNull(handoverCode), and(eq(handoverCode, proof.code), hasTries));
  return changeIf(db, id, 'delivering', and(isCarriedBy(courierId), isRight), {
    ...change,
    proven: sql`case when ${isAsked} then true end`,
  });
}

/** Counts a wrong code of an order on its way, once. @returns how many there are now; null when it was counted before, or is no more */
export async function addWrongCode(
  db: Database,
  id: string,
  courierId: string,
  code: string,
): Promise<number | null> {
  const [changed] = await db
    .update(orders)
    .set({ wrongCodes: sql`array_append(${orders.wrongCodes}, ${code}::text)` })
    .where(
      and(
        eq(orders.id, id),
        eq(orders.state, 'delivering'),
        isCarriedBy(courierId),
        ne(orders.handoverCode, code),
        sql`${code}::text <> all(${orders.wrongCodes})`,
        hasTries,
      ),
    )
    .returning({ count: sql<number>`cardinality(${orders.wrongCodes})` });
  return changed?.count ?? null;
}

/** Sets the photograph of an order on its way with this courier; another one replaces it. @returns false when it is no longer that */
export const setHandoverPhoto = (
  db: Database,
  id: string,
  courierId: string,
  key: string,
): Promise<boolean> => changeIf(db, id, 'delivering', isCarriedBy(courierId), { handoverPhoto: key });

/** Sets since when this courier waits at the door. @returns false when he does already, or the order is no longer theirs or on its way */
export function setWaiting(db: Database, id: string, courierId: string, at: Date): Promise<boolean> {
  const isNew = and(isCarriedBy(courierId), isNull(orders.waitingAt));
  return changeIf(db, id, 'delivering', isNew, { waitingAt: at });
}

/**
 * Brings an order back that was on its way: its courier is free, and its pharmacy sees it as new. Its medicines are prepared, wherever
 * they are.
 * @param heldById the courier who still has them; null when they are at the pharmacy
 * @returns false when it is not on its way
 */
export function setBroughtBack(
  db: Database,
  id: string,
  { reason, heldById, at }: { reason: ReturnReason; heldById: string | null; at: Date },
): Promise<boolean> {
  const ifRecalled = (column: AnyPgColumn) => sql`case when ${isRecalled} then ${column} end`;
  return changeIf(db, id, 'delivering', undefined, {
    ...nothingOpen,
    problem: ifRecalled(orders.problem),
    problemAt: ifRecalled(orders.problemAt),
    problemMedicationId: ifRecalled(orders.problemMedicationId),
    state: 'pending',
    deliveryPersonId: null,
    openedAt: null,
    readyAt: sql`coalesce(${orders.readyAt}, ${at.toISOString()}::timestamptz)`,
    broughtBackAt: at,
    broughtBackReason: reason,
    heldById,
  });
}

/** Ends a delivered order. @returns false when it is in another state */
export function endOrder(db: Database, id: string, at: Date): Promise<boolean> {
  return changeIf(db, id, 'delivered', undefined, { state: 'ended', endedAt: at, ...nothingOpen });
}

/** Cancels a pre-treatment order that has this prescription, or none. @returns false when it has changed */
export function setCancelled(
  db: Database,
  id: string,
  { reason, prescriptionId }: { reason: CancelReason; prescriptionId: string | null },
): Promise<boolean> {
  const isSame =
    prescriptionId === null ? isNull(orders.prescriptionId) : eq(orders.prescriptionId, prescriptionId);
  const change = { state: 'cancelled' as const, cancelReason: reason, photoProblem: null };
  return changeIf(db, id, 'pre-treatment', isSame, change);
}

/** Stores that the customer asks to cancel a paid order. @returns false when they asked before, or its delivery has started */
export function setCancelAsked(
  db: Database,
  id: string,
  { reason, at }: { reason: CancelRequestReason; at: Date },
): Promise<boolean> {
  const change = { cancelAskedReason: reason, cancelAskedAt: at };
  return changeIf(db, id, 'pending', isNull(orders.cancelAskedAt), change);
}

/** Declines what the customer asks. @returns false when that was decided, or its delivery has started */
export function setCancelDeclined(db: Database, id: string, declined: CancelDecline): Promise<boolean> {
  const isOpen = and(isNotNull(orders.cancelAskedAt), isNull(orders.cancelDeclined));
  return changeIf(db, id, 'pending', isOpen, { cancelDeclined: declined });
}

/** Who asked to cancel a paid order, and why. */
export interface PaidCancellation {
  /** `asked`: its customer, even when that was declined; `unasked`: a supervisor, unless a request of its customer is open. */
  readonly by: 'asked' | 'unasked';
  readonly reason: CancelReason;
  readonly note: string | null;
}

/**
 * Cancels a paid order in this state. Its payment, pharmacy and courier are in its history.
 * @returns false when its customer did not ask for it (`asked`) or waits for an answer (`unasked`), or it is in another state
 */
export function setCancelledPaid(
  db: Database,
  id: string,
  from: OrderState,
  { by, reason, note }: PaidCancellation,
): Promise<boolean> {
  const isTheirs =
    by === 'asked'
      ? isNotNull(orders.cancelAskedAt)
      : or(isNull(orders.cancelAskedAt), isNotNull(orders.cancelDeclined));
  return changeIf(db, id, from, isTheirs, {
    state: 'cancelled',
    cancelReason: reason,
    cancelNote: note,
    paid: 0,
    paidAt: null,
    paymentId: null,
    transactionId: null,
    usualMinutes: null,
    pharmacyId: null,
    deliveryPersonId: null,
    readyAt: null,
    openedAt: null,
    lateToldAt: null,
    cancelDeclined: null,
    ...noProblem,
    ...notBroughtBack,
    ...notOnItsWay,
  });
}

/**
 * Notes of some orders that are late that their customers are told so, once. An order that has been late for a day is left alone: its
 * customer has been called since.
 * @returns those orders
 */
export async function setLateTold(
  db: Database,
  { promisedBefore, at, limit }: { promisedBefore: Date; at: Date; limit: number },
): Promise<Pick<OrderRow, 'id' | 'number' | 'customerId' | 'state'>[]> {
  const late = db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        isPromised(orders),
        lt(orders.paidAt, promisedBefore),
        gt(orders.paidAt, new Date(promisedBefore.getTime() - DAY_MS)),
        isNull(orders.lateToldAt),
      ),
    )
    .orderBy(asc(orders.paidAt))
    .limit(limit)
    // Another process tells them, or the order changes at this moment: the next run sees it.
    .for('update', { skipLocked: true });
  return db.update(orders).set({ lateToldAt: at }).where(inArray(orders.id, late)).returning({
    id: orders.id,
    number: orders.number,
    customerId: orders.customerId,
    state: orders.state,
  });
}
