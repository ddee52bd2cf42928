import { type OrderState, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { and, asc, count, desc, eq, exists, gte, ilike, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { orderEvents, orderItems, orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { users } from '../database/schema/users.ts';
import { zones } from '../database/schema/zones.ts';
import { ordersSeenBy } from '../scopes/orders.ts';

const customer = alias(users, 'customer');
const pharmacy = alias(users, 'pharmacy');
const deliveryPerson = alias(users, 'delivery_person');
const agent = alias(users, 'agent');
const prescriptor = alias(users, 'prescriptor');

function selectOrders(db: Database) {
  return db
    .select({
      order: orders,
      town: zones.town,
      customer: { id: customer.id, name: customer.name, phone: customer.phone },
      pharmacy: { id: pharmacy.id, name: pharmacy.name, phone: pharmacy.phone },
      deliveryPerson: { id: deliveryPerson.id, name: deliveryPerson.name, phone: deliveryPerson.phone },
      agent: { id: agent.id, name: agent.name, phone: agent.phone },
      prescription: { number: prescriptions.number, type: prescriptions.type, url: prescriptions.url },
      prescriptor: { name: prescriptor.name, type: prescriptor.type, verified: prescriptor.verified },
      transactionId: payments.transactionId,
    })
    .from(orders)
    .innerJoin(zones, eq(zones.id, orders.zoneId))
    .innerJoin(customer, eq(customer.id, orders.customerId))
    .leftJoin(pharmacy, eq(pharmacy.id, orders.pharmacyId))
    .leftJoin(deliveryPerson, eq(deliveryPerson.id, orders.deliveryPersonId))
    .leftJoin(agent, eq(agent.id, orders.agentId))
    .leftJoin(prescriptions, eq(prescriptions.id, orders.prescriptionId))
    .leftJoin(prescriptor, eq(prescriptor.id, prescriptions.authorId))
    .leftJoin(payments, eq(payments.id, orders.paymentId));
}

export type OrderItemRow = typeof orderItems.$inferSelect;

/** An order with the people, the prescription and the items that responses show. */
export type OrderView = Awaited<ReturnType<typeof selectOrders>>[number] & { items: OrderItemRow[] };

async function withItems(db: Database, rows: Awaited<ReturnType<typeof selectOrders>>): Promise<OrderView[]> {
  if (rows.length === 0) return [];
  const items = await db
    .select()
    .from(orderItems)
    .where(
      inArray(
        orderItems.orderId,
        rows.map((row) => row.order.id),
      ),
    )
    .orderBy(asc(orderItems.position));
  const byOrder = Map.groupBy(items, (item) => item.orderId);
  return rows.map((row) => ({ ...row, items: byOrder.get(row.order.id) ?? [] }));
}

/** @returns null when the order does not exist or is outside the actor's scope */
export async function findOrderFor(
  db: Database,
  actor: Pick<Actor, '_id' | 'type'>,
  id: string,
): Promise<OrderView | null> {
  const rows = await selectOrders(db).where(and(eq(orders.id, id), ordersSeenBy(actor)));
  return (await withItems(db, rows))[0] ?? null;
}

/** Finds an order without a scope check: for the server's own decisions. */
export async function findOrder(db: Database, id: string): Promise<OrderView | null> {
  const rows = await selectOrders(db).where(eq(orders.id, id));
  return (await withItems(db, rows))[0] ?? null;
}

export interface OrderSearch {
  readonly state: OrderState | undefined;
  readonly q: string | undefined;
  readonly date: { from: Date; to: Date } | undefined;
  readonly deliveryPerson: string | undefined;
  readonly sort: 'newest' | 'oldest';
  readonly page: number;
  readonly limit: number;
}

const sorts = {
  newest: [desc(orders.createdAt), desc(orders.id)],
  // The columns of the index orders_queue.
  oldest: [sql`${orders.itemsCount} > 0`, asc(orders.createdAt), asc(orders.id)],
} as const;

/** Returns one page of the actor's orders, and how many match. */
export async function searchOrders(db: Database, actor: Actor, search: OrderSearch) {
  const scope = ordersSeenBy(actor);
  const byName = search.q ? await matchCustomerNames(db, search.q, scope === undefined) : {};
  const where = (named: SQL | undefined) => and(scope, ...conditions(actor, search, named));
  const rows = await selectOrders(db)
    .where(where(byName.onPage))
    .orderBy(...sorts[search.sort])
    .limit(search.limit)
    .offset((search.page - 1) * search.limit);
  const [found] = await db.select({ total: count() }).from(orders).where(where(byName.inAll));
  return { rows: await withItems(db, rows), total: found?.total ?? 0 };
}

function conditions(actor: Actor, search: OrderSearch, named: SQL | undefined): (SQL | undefined)[] {
  const { state, q, date, deliveryPerson: courier } = search;
  return [
    state !== undefined
      ? eq(orders.state, state)
      : actor.type === 'deliveryPerson'
        ? inArray(orders.state, ['pending', 'delivering']) // not delivered yet
        : undefined,
    q && NUMBER_CHARACTERS.test(q) ? or(ilike(orders.number, `%${q}%`), named) : named,
    date && and(gte(orders.createdAt, date.from), lt(orders.createdAt, date.to)),
    courier === undefined ? undefined : eq(orders.deliveryPersonId, courier),
  ];
}

/** No order number contains any other character. */
const NUMBER_CHARACTERS = /^[cmd\d-]+$/i;

/** Matches part of an order number; names are not searched for such a text. */
const PARTIAL_NUMBER = /^(cmd-)?\d{3,}$/i;

/** Above this number of matching customers, a page checks the name of each order's customer instead. */
const MAX_NAMESAKES = 1000;

/**
 * Conditions on part of the customer's name, ignoring accents and case, for a page and for its count. `strpos` and not LIKE:
 * `unaccent` turns some characters into `%` or `_`. For a reader of all orders, the customers are searched once, so that the
 * indexes of orders are used; above MAX_NAMESAKES, the page checks each order's customer and the count searches the names.
 */
async function matchCustomerNames(db: Database, q: string, seesAll: boolean) {
  if (PARTIAL_NUMBER.test(q)) return {};
  const contains = sql`strpos(lower(unaccent(${users.name})), lower(unaccent(${q}))) > 0`;
  const customers = db.select({ id: users.id }).from(users);
  const each = exists(customers.where(and(eq(users.id, orders.customerId), contains)));
  if (!seesAll) return { onPage: each, inAll: each };
  const named = customers.where(and(eq(users.type, 'customer'), contains));
  const rows = await db
    .select()
    .from(named.as('named'))
    .limit(MAX_NAMESAKES + 1);
  const ids = rows.map((row) => row.id);
  const inAll = inArray(orders.customerId, ids.length > MAX_NAMESAKES ? named : ids);
  const onPage = sql`strpos(lower(unaccent(${customer.name})), lower(unaccent(${q}))) > 0`;
  return { onPage: ids.length > MAX_NAMESAKES ? onPage : inAll, inAll };
}

/** Counts the actor's orders per state and sums the medicines of delivered and ended ones, in FCFA. */
export async function countOrders(db: Database, actor: Actor) {
  const rows = await db
    .select({
      state: orders.state,
      orders: count(),
      medicines: sql<number>`coalesce(sum(${orders.medicines}), 0)`.mapWith(Number),
    })
    .from(orders)
    .where(ordersSeenBy(actor))
    .groupBy(orders.state);
  const of = (state: OrderState) => rows.find((row) => row.state === state);
  return {
    counts: Object.fromEntries(orderStates.map((state) => [state, of(state)?.orders ?? 0])) as Record<
      OrderState,
      number
    >,
    revenue: (of('delivered')?.medicines ?? 0) + (of('ended')?.medicines ?? 0),
  };
}

const before = alias(users, 'before');
const after = alias(users, 'after');

/** The user id in an assignment event; older events have a name instead. */
const assignedUserId = (value: AnyPgColumn) =>
  sql`case when ${orderEvents.action} ~ '^(assign|replace)-' and ${value} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then ${value}::uuid end`;

/** The events of an order, oldest first, with the names of assigned people. */
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
