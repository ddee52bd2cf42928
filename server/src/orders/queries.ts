import { CALLER_ORDERS } from '@amasin/domain/orders/caller.ts';
import { MEASURED, usualMinutes } from '@amasin/domain/orders/expected.ts';
import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import type { Operator } from '@amasin/domain/payments/operators.ts';
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  like,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { type AnyPgColumn, alias, PgDialect } from 'drizzle-orm/pg-core';
import type { Actor } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { oneOf } from '../database/schema/columns.ts';
import { type MedicationRow, medications } from '../database/schema/medications.ts';
import { isDelivered, isReadPhotograph } from '../database/schema/order-conditions.ts';
import {
  type OrderRow,
  orderEvents,
  orderItems,
  orders,
  type SubstitutionRow,
  substitutions,
} from '../database/schema/orders.ts';
import { isToReview, payments } from '../database/schema/payments.ts';
import { zones } from '../database/schema/places.ts';
import { type PrescriptionRow, prescriptions } from '../database/schema/prescriptions.ts';
import { type RefundRow, refundLines, refunds } from '../database/schema/refunds.ts';
import { type UserRow, users } from '../database/schema/users.ts';
import { uuidIn } from '../database/sql.ts';
import { ordersSeenBy } from '../scopes/orders.ts';
import { prescribedTo } from '../scopes/phones.ts';
import { keepsPrescription } from '../scopes/prescriptions.ts';
import { type Seen, seen } from '../scopes/seen.ts';

interface Person {
  readonly id: string;
  readonly name: string;
  readonly phone: string | null;
  /** Null unless the person is a pharmacy. */
  readonly place: { address: string | null; lat: number | null; lng: number | null } | null;
}

type OrderItem = Omit<typeof orderItems.$inferSelect, 'orderId'> & {
  readonly form: MedicationRow['form'];
  /** No supervisor has reviewed the medicine. */
  readonly review: 'unchecked' | null;
  /** How many of them are given back. */
  readonly givenBack: number;
  /** Where another medicine is given: the price of a box of it, and what went back of the medicines of the line, FCFA. */
  readonly substituted?: { readonly price: number; readonly returned: number } | undefined;
};

/** A refund of an order. */
interface OrderRefund extends Pick<RefundRow, 'amount' | 'state' | 'settledNote' | 'reason' | 'note'> {
  readonly settledBy: string | null;
  readonly at: Date;
  /** The number that paid, when it is known. */
  readonly operator: Operator | null;
  readonly payingPhone: string | null;
  /** What it gives back of the lines of the order; none for the refund of a cancellation. */
  readonly lines: readonly {
    readonly position: number;
    readonly quantity: number;
    readonly medicines: number;
  }[];
}

/** An order with the people, the prescription and the items that responses show. */
export interface OrderView {
  readonly order: OrderRow;
  readonly zone: { readonly town: string; readonly lat: number | null; readonly lng: number | null };
  readonly customer: Person;
  readonly pharmacy: Person | null;
  readonly wishedPharmacy: Person | null;
  readonly deliveryPerson: Person | null;
  readonly heldBy: Person | null;
  readonly agent: Person | null;
  readonly prescription: Pick<PrescriptionRow, 'number' | 'type' | 'url'> | null;
  readonly prescriptor: Pick<UserRow, 'name' | 'type' | 'verified'> | null;
  /** The refund of an order that was cancelled once paid. */
  readonly refund: OrderRefund | null;
  /** What was given back of it by lines, the first first. */
  readonly givenBack: readonly OrderRefund[];
  readonly items: readonly OrderItem[];
  /** The last proposal to give another medicine, while the order has a problem. */
  readonly substitution: OrderProposal | null;
}

interface OrderProposal
  extends Pick<
    SubstitutionRow,
    | 'id'
    | 'state'
    | 'prescribedLabel'
    | 'prescribedPrice'
    | 'medicationId'
    | 'label'
    | 'price'
    | 'quantity'
    | 'isEquivalent'
    | 'namedId'
    | 'namedLabel'
  > {
  readonly position: number;
  readonly until: Date;
  readonly form: MedicationRow['form'];
}

const own = Object.entries(getTableColumns(orders)).map(
  ([field, column]) => sql`${column} as ${sql.identifier(field)}`,
);
const idsOf = (...fields: (keyof OrderRow)[]) => {
  const selects = fields.map((field) => sql`select ${sql.identifier(field)} from shown`);
  return sql`any(array(${sql.join(selects, sql` union `)}))`;
};
// Rows that the orders refer to are read by primary key, in one subquery for each table: a join of eight tables took 11 ms to plan
// at each call. JSON is parsed faster than hundreds of columns, and pairs faster than an object with ids as keys (0.06 ms instead of
// 0.14 for 20 orders).
const parts = sql`select (select json_agg(shown) from shown) as orders,
  (select json_agg(json_build_array(id, json_build_object('id', id, 'name', name, 'phone', phone, 'place', case when type = 'pharmacy' then
      json_build_object('address', address, 'lat', latitude, 'lng', longitude) end))) from ${users}
    where id = ${idsOf('customerId', 'pharmacyId', 'wishedPharmacyId', 'deliveryPersonId', 'heldById', 'agentId')}) as people,
  (select json_agg(json_build_array(prescriptions.id, json_build_object(
      'prescription', json_build_object('number', number, 'type', prescriptions.type, 'url', url),
      'prescriptor', json_build_object('name', name, 'type', users.type, 'verified', verified))))
    from ${prescriptions} join ${users} on users.id = author_id
    where prescriptions.id = ${idsOf('prescriptionId')}) as prescriptions,
  (select json_agg(json_build_object('orderId', refunds.order_id, 'amount', refunds.amount_fcfa, 'state', state, 'at', asked_at,
      'settledNote', settled_note, 'settledBy', (select name from ${users} where id = settled_by_id), 'reason', reason, 'note', note,
      'operator', operator, 'payingPhone', paying_phone, 'lines', coalesce((select json_agg(json_build_object('position', position,
      'quantity', quantity, 'medicines', medicines_fcfa) order by position) from ${refundLines} where refund_id = refunds.id), '[]')) order by asked_at, refunds.id)
    from ${refunds} join ${payments} on payments.id = payment_id where refunds.order_id = ${idsOf('id')}) as refunds,
  (select json_agg(json_build_array(id, json_build_object('town', town, 'lat', latitude, 'lng', longitude))) from ${zones}
    where id = ${idsOf('zoneId')}) as zones,
  (select json_agg(json_build_object('orderId', order_id, 'position', position, 'medicationId', medication_id, 'label', order_items.label, 'quantity', quantity,
      'price', order_items.price_fcfa, 'prescribedId', prescribed_id, 'prescribedLabel', prescribed_label, 'givenPrice', given_price_fcfa, 'excluded', excluded, 'batch', batch, 'expiresOn', expires_on, 'posology', posology, 'duration', duration, 'form', form,
      'review', case when not reviewed and deleted_at is null then 'unchecked' end) order by position)
    from ${orderItems} join ${medications} on medications.id = medication_id where order_id = ${idsOf('id')}) as items,
  (select json_agg(json_build_array(order_id, json_build_object('id', last.id, 'state', last.state, 'position', last.position, 'prescribedLabel', prescribed_label,
      'prescribedPrice', prescribed_price_fcfa, 'medicationId', medication_id, 'label', last.label, 'price', last.price_fcfa, 'form', form,
      'quantity', quantity, 'isEquivalent', is_equivalent, 'namedId', named_id, 'namedLabel', named_label, 'until', until)))
    from (select distinct on (order_id) * from ${substitutions} where order_id = any(array(select id from shown where "problemAt" is not null))
      order by order_id, proposed_at desc, id desc) last join ${medications} on medications.id = last.medication_id) as substitutions`;
// Built once: the text is the same for every call.
const textOf = (part: SQL) => sql.raw(new PgDialect().sqlToQuery(part).sql);
const selectOrders = textOf(sql`select ${sql.join(own, sql`, `)} from`);
const selectParts = textOf(parts);

/** Values with the id of their row; null without rows. */
type Pairs<T> = readonly (readonly [id: string, T])[] | null;

type Moment =
  | 'createdAt'
  | 'paidAt'
  | 'readyAt'
  | 'problemAt'
  | 'waitingAt'
  | 'broughtBackAt'
  | 'openedAt'
  | 'lateToldAt'
  | 'cancelAskedAt';

interface Found extends Record<string, unknown> {
  readonly orders:
    | (Omit<OrderRow, Moment> &
        Record<'createdAt', string> &
        Record<Exclude<Moment, 'createdAt'>, string | null>)[]
    | null;
  readonly people: Pairs<Person>;
  readonly prescriptions: Pairs<{
    prescription: NonNullable<OrderView['prescription']>;
    prescriptor: NonNullable<OrderView['prescriptor']>;
  }>;
  readonly refunds: (Omit<OrderRefund, 'at'> & { orderId: string; at: string })[] | null;
  readonly zones: Pairs<OrderView['zone']>;
  readonly items: (Omit<OrderItem, 'givenBack' | 'substituted'> & { orderId: string })[] | null;
  readonly substitutions: Pairs<Omit<OrderProposal, 'until'> & { until: string }>;
}

/** @param from the table `orders`, joined, filtered or sorted */
export async function readOrders(db: Database, from: SQL): Promise<OrderView[]> {
  const { rows } = await db.execute<Found>(
    sql`with shown as materialized (${selectOrders} ${from}) ${selectParts}`,
  );
  return rows.flatMap(toViews);
}

function toViews(found: Found): OrderView[] {
  const people = new Map(found.people);
  const prescribed = new Map(found.prescriptions);
  const refunds = (found.refunds ?? []).map((refund) => ({ ...refund, at: new Date(refund.at) }));
  const refundsOf = Map.groupBy(refunds, ({ orderId }) => orderId);
  const zonesById = new Map(found.zones);
  const proposals = new Map(found.substitutions);
  const itemsOf = Map.groupBy(found.items ?? [], ({ orderId }) => orderId);
  return (found.orders ?? []).map((order) => {
    const written = find(prescribed, order.prescriptionId);
    const refunds = refundsOf.get(order.id) ?? [];
    const linesBack = refunds.flatMap(({ lines }) => lines);
    const items = (itemsOf.get(order.id) ?? []).map((item) => {
      const back = linesBack.filter(({ position }) => position === item.position);
      const returned = back.reduce((sum, { medicines }) => sum + medicines, 0);
      return {
        ...item,
        givenBack: back.reduce((sum, { quantity }) => sum + quantity, 0),
        ...(item.givenPrice !== null && { substituted: { price: item.givenPrice, returned } }),
      };
    });
    const proposal = proposals.get(order.id);
    return {
      order: {
        ...order,
        createdAt: new Date(order.createdAt),
        paidAt: toDate(order.paidAt),
        readyAt: toDate(order.readyAt),
        problemAt: toDate(order.problemAt),
        waitingAt: toDate(order.waitingAt),
        broughtBackAt: toDate(order.broughtBackAt),
        openedAt: toDate(order.openedAt),
        lateToldAt: toDate(order.lateToldAt),
        cancelAskedAt: toDate(order.cancelAskedAt),
      },
      zone: get(zonesById, order.zoneId),
      customer: get(people, order.customerId),
      pharmacy: find(people, order.pharmacyId),
      wishedPharmacy: find(people, order.wishedPharmacyId),
      deliveryPerson: find(people, order.deliveryPersonId),
      heldBy: find(people, order.heldById),
      agent: find(people, order.agentId),
      prescription: written?.prescription ?? null,
      prescriptor: written?.prescriptor ?? null,
      refund: refunds.find(({ lines }) => lines.length === 0) ?? null,
      givenBack: refunds.filter(({ lines }) => lines.length > 0),
      items,
      substitution: proposal === undefined ? null : { ...proposal, until: new Date(proposal.until) },
    };
  });
}

const toDate = (text: string | null) => (text === null ? null : new Date(text));

function get<T>(list: ReadonlyMap<string, T>, id: string): T {
  const row = list.get(id);
  if (row === undefined) throw new Error(`no row with the id ${id}, which an order refers to`);
  return row;
}

const find = <T>(list: ReadonlyMap<string, T>, id: string | null): T | null =>
  id === null ? null : get(list, id);

/** @returns null when the order does not exist or is outside the actor's scope */
export async function findOrderFor(
  db: Database,
  actor: Pick<Actor, '_id' | 'type'>,
  id: string,
): Promise<Seen<OrderView> | null> {
  const [found] = await readOrders(db, sql`${orders} where ${and(eq(orders.id, id), ordersSeenBy(actor))}`);
  return found ? seen(found) : null;
}

/** Reads an order again after a change by somebody who saw it, even when the change took it from them. */
export async function findOrderAgain(db: Database, { order }: Seen<OrderView>): Promise<Seen<OrderView>> {
  const found = await findOrder(db, order.id);
  if (found === null) throw new Error(`the order ${order.id} is gone`);
  return seen(found);
}

/** Finds an order without a scope check: for the server's own decisions. */
export async function findOrder(db: Database, id: string): Promise<OrderView | null> {
  const [found] = await readOrders(db, sql`${orders} where ${eq(orders.id, id)}`);
  return found ?? null;
}

const before = alias(users, 'before');
const after = alias(users, 'after');

/** Reads the user id in an event of who has the order; older events have a name instead. */
const assignedUserId = (value: AnyPgColumn) =>
  sql`case when ${orderEvents.action} ~ '^(assign|replace|release)-' then ${uuidIn(value)} end`;

/** Finds the events of an order, oldest first, with the names of assigned people. */
export async function findTimeline(db: Database, orderId: string) {
  return db
    .select({
      event: orderEvents,
      actor: { name: users.name, type: users.type },
      before: before.name,
      after: after.name,
    })
    .from(orderEvents)
    .leftJoin(users, eq(users.id, orderEvents.actorId))
    .leftJoin(before, eq(before.id, assignedUserId(orderEvents.from)))
    .leftJoin(after, eq(after.id, assignedUserId(orderEvents.to)))
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.at), asc(orderEvents.id));
}

/** Whether this user was the last courier or pharmacy of an order, which a cancellation has taken from them. */
export async function hadUntilCancelled(db: Database, orderId: string, userId: string): Promise<boolean> {
  const { rows } = await db.execute<{ had: boolean }>(sql`
    select exists (
      select from order_events given join orders on orders.id = given.order_id
      where given.order_id = ${orderId} and orders.state = 'cancelled' and given.to_value = ${userId}
        and given.action in ('assign-pharmacy', 'replace-pharmacy', 'assign-delivery-person', 'replace-delivery-person')
        and not exists (
          select from order_events lost where lost.order_id = given.order_id and lost.id > given.id and lost.from_value = ${userId})
    ) as had`);
  return rows[0]?.had ?? false;
}

/** Finds the last event by which this user lost an order: replaced, or released when it was brought back. */
export async function findReplacement(db: Database, orderId: string, userId: string) {
  const [found] = await db
    .select({ action: orderEvents.action, reason: orderEvents.reason })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.orderId, orderId),
        eq(orderEvents.from, userId),
        or(like(orderEvents.action, 'replace-%'), eq(orderEvents.action, 'release-delivery-person')),
      ),
    )
    .orderBy(desc(orderEvents.at), desc(orderEvents.id))
    .limit(1);
  return found ?? null;
}

/** Whether this user moved the order to this state. */
export async function didMove(
  db: Database,
  orderId: string,
  actorId: string,
  to: OrderState,
): Promise<boolean> {
  const [found] = await db
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.actorId, actorId), eq(orderEvents.to, to)))
    .limit(1);
  return found !== undefined;
}

/** Finds which of these orders were delivered after `since`. */
export async function findDeliveredSince(
  db: Database,
  ids: readonly string[],
  since: Date,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const found = await db
    .select({ id: orderEvents.orderId })
    .from(orderEvents)
    .where(
      and(
        sql`${orderEvents.orderId} = any(${sql.param([...ids])}::uuid[])`,
        eq(orderEvents.action, 'mark-delivered'),
        gt(orderEvents.at, since),
      ),
    );
  return new Set(found.map(({ id }) => id));
}

/** Finds the usual minutes from payment to delivery in a zone; null after too few deliveries. */
export function findUsualMinutes(db: Database, zoneId: string): Promise<number | null> {
  const delivered = sql`${orders.zoneId} = ${zoneId} and ${isDelivered(orders)}`;
  return findMedian(db, orders.paidAt, delivered, 'mark-delivered');
}

/** Finds the usual minutes until a photographed prescription is read; null after too few. */
export function findReadingMinutes(db: Database): Promise<number | null> {
  return findMedian(db, orders.createdAt, isReadPhotograph(orders), 'write-prescription');
}

/** Finds the median minutes from a time to an event, over the latest of these orders. */
async function findMedian(
  db: Database,
  from: typeof orders.paidAt | typeof orders.createdAt,
  where: SQL,
  action: string,
): Promise<number | null> {
  // The limit is in the text: with a parameter, PostgreSQL expects a tenth of the table and plans every call anew.
  const { rows } = await db.execute<{ measured: number; median: number | null }>(
    sql`select count(*)::int as measured,
          percentile_cont(0.5) within group (order by extract(epoch from ${orderEvents.at} - last.since) / 60) as median
        from (select id, ${from} as since from ${orders} where ${where}
              order by ${desc(from)}, ${desc(orders.id)} limit ${sql.raw(String(MEASURED))}) last
        join ${orderEvents} on ${orderEvents.orderId} = last.id and ${oneOf(orderEvents.action, [action])}`,
  );
  return usualMinutes(rows[0]?.measured ?? 0, rows[0]?.median ?? null);
}

/** Finds the customer with this telephone, in its stored form. */
export async function findCustomerByPhone(db: Database, phone: string) {
  const [row] = await db
    .select({ id: users.id, name: users.name, phone: sql<string>`${users.phone}` })
    .from(users)
    .where(and(eq(users.phone, phone), eq(users.type, 'customer')));
  return row ?? null;
}

const latestFirst = [desc(orders.createdAt), desc(orders.id)] as const;

export async function findLatestOrders(db: Database, customerId: string) {
  const isTheirs = eq(orders.customerId, customerId);
  const [counted, latest] = await Promise.all([
    db.select({ n: count() }).from(orders).where(isTheirs),
    db
      .select({
        id: orders.id,
        number: orders.number,
        state: orders.state,
        createdAt: orders.createdAt,
        zone: orders.zoneLabel,
        town: zones.town,
      })
      .from(orders)
      .innerJoin(zones, eq(zones.id, orders.zoneId))
      .where(isTheirs)
      .orderBy(...latestFirst)
      .limit(CALLER_ORDERS),
  ]);
  return { total: counted[0]?.n ?? 0, latest };
}

/** Finds the unsolved problem that was reported last. */
export async function findLastProblem(db: Database, customerId: string) {
  const [row] = await db
    .select({
      number: orders.number,
      reason: orders.problem,
      note: orders.problemNote,
      at: orders.problemAt,
    })
    .from(orders)
    .where(and(eq(orders.customerId, customerId), isNotNull(orders.problemAt)))
    .orderBy(desc(orders.problemAt))
    .limit(1);
  return row ?? null;
}

/** Counts the prescriptions whose patient this customer is, or that their orders keep. */
export async function countPrescriptions(db: Database, customerId: string) {
  const theirs = sql`${prescribedTo(customerId)}
    union select ${prescriptions.id} from ${orders} join ${prescriptions} on ${prescriptions.id} = ${orders.prescriptionId}
      where ${eq(orders.customerId, customerId)} and ${keepsPrescription}`;
  const [row] = await db
    .select({
      active: sql<number>`count(*) filter (where ${prescriptions.usedAt} is null)::int`,
      used: sql<number>`count(${prescriptions.usedAt})::int`,
    })
    .from(prescriptions)
    .where(and(isNull(prescriptions.deletedAt), sql`${prescriptions.id} in (${theirs})`));
  return row ?? { active: 0, used: 0 };
}

export async function countReviews(db: Database, customerId: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(payments)
    .where(and(eq(payments.customerId, customerId), isToReview(payments)));
  return row?.n ?? 0;
}
