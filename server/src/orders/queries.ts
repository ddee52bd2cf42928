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

/** An order with the people, the prescription and the items that its answers show. */
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

/** The order if this person sees it; null where there is none or it is not theirs to see. */
export async function findOrderFor(
  db: Database,
  actor: Pick<Actor, '_id' | 'type'>,
  id: string,
): Promise<OrderView | null> {
  const rows = await selectOrders(db).where(and(eq(orders.id, id), ordersSeenBy(actor)));
  return (await withItems(db, rows))[0] ?? null;
}

/** The order, whoever asks: for the server's own decisions. */
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
  // As the index orders_queue has them.
  oldest: [sql`${orders.itemsCount} > 0`, asc(orders.createdAt), asc(orders.id)],
} as const;

/** One page of the orders that this person sees, and how many match. */
export async function searchOrders(db: Database, actor: Actor, search: OrderSearch) {
  const scope = ordersSeenBy(actor);
  const named = search.q ? await ofCustomersNamed(db, search.q, scope === undefined) : {};
  const where = (ofNamed: SQL | undefined) => and(scope, ...conditions(actor, search, ofNamed));
  const rows = await selectOrders(db)
    .where(where(named.onPage))
    .orderBy(...sorts[search.sort])
    .limit(search.limit)
    .offset((search.page - 1) * search.limit);
  const [found] = await db.select({ total: count() }).from(orders).where(where(named.inAll));
  return { rows: await withItems(db, rows), total: found?.total ?? 0 };
}

function conditions(actor: Actor, search: OrderSearch, ofNamed: SQL | undefined): (SQL | undefined)[] {
  const { state, q, date, deliveryPerson: courier } = search;
  return [
    state !== undefined
      ? eq(orders.state, state)
      : actor.type === 'deliveryPerson'
        ? inArray(orders.state, ['pending', 'delivering']) // what is still to be delivered
        : undefined,
    q && OF_A_NUMBER.test(q) ? or(ilike(orders.number, `%${q}%`), ofNamed) : ofNamed,
    date && and(gte(orders.createdAt, date.from), lt(orders.createdAt, date.to)),
    courier === undefined ? undefined : eq(orders.deliveryPersonId, courier),
  ];
}

/** Any other text is part of no order's number. */
const OF_A_NUMBER = /^[cmd\d-]+$/i;

/** Part of an order's number, and of nobody's name: names are not searched. */
const A_NUMBER = /^(cmd-)?\d{3,}$/i;

/** More namesakes are not read as a list: among so many, an order of theirs is soon found. */
const NAMESAKES = 1000;

/**
 * The orders of customers by part of their name, accents and case forgiven, for a page and for its count. Not LIKE: some signs
 * lose their accent to become `%` or `_`. Where all orders are visible, few namesakes are searched once, so that the indexes
 * of orders serve; of many, a page checks the customers of its orders in turn, and the count searches the names once.
 */
async function ofCustomersNamed(db: Database, q: string, seesAll: boolean) {
  if (A_NUMBER.test(q)) return {};
  const contains = sql`strpos(lower(unaccent(${users.name})), lower(unaccent(${q}))) > 0`;
  const customers = db.select({ id: users.id }).from(users);
  const each = exists(customers.where(and(eq(users.id, orders.customerId), contains)));
  if (!seesAll) return { onPage: each, inAll: each };
  const named = customers.where(and(eq(users.type, 'customer'), contains));
  const rows = await db
    .select()
    .from(named.as('named'))
    .limit(NAMESAKES + 1);
  const ids = rows.map((row) => row.id);
  const inAll = inArray(orders.customerId, ids.length > NAMESAKES ? named : ids);
  const onPage = sql`strpos(lower(unaccent(${customer.name})), lower(unaccent(${q}))) > 0`;
  return { onPage: ids.length > NAMESAKES ? onPage : inAll, inAll };
}

/** How many orders of each state this person sees in all, and the medicines total of those delivered or ended. */
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

/** Whom a line of assigning names; older lines hold a name instead of an id. */
const personIn = (value: AnyPgColumn) =>
  sql`case when ${orderEvents.action} ~ '^(assign|replace)-' and ${value} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then ${value}::uuid end`;

/** What happened to an order, oldest first, with those whom it passed between. */
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
    .leftJoin(before, eq(before.id, personIn(orderEvents.from)))
    .leftJoin(after, eq(after.id, personIn(orderEvents.to)))
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.at), asc(orderEvents.id));
}

/** Whether this person made the order enter this state. */
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
