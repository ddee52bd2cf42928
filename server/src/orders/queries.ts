import { type OrderState, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { and, asc, count, desc, eq, exists, gte, ilike, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { escapeLike } from '../database/like.ts';
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
  readonly page: number;
  readonly limit: number;
}

/** One page of the orders that this person sees, the most recent first, and how many match. */
export async function searchOrders(db: Database, actor: Actor, search: OrderSearch) {
  const scope = ordersSeenBy(actor);
  const ofNamed = search.q ? await ofCustomersNamed(db, search.q, scope === undefined) : undefined;
  const where = and(scope, ...conditions(actor, search, ofNamed));
  const rows = await selectOrders(db)
    .where(where)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(search.limit)
    .offset((search.page - 1) * search.limit);
  const [found] = await db.select({ total: count() }).from(orders).where(where);
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
    q ? or(ilike(orders.number, `%${escapeLike(q)}%`), ofNamed) : undefined,
    date && and(gte(orders.createdAt, date.from), lt(orders.createdAt, date.to)),
    courier === undefined ? undefined : eq(orders.deliveryPersonId, courier),
  ];
}

/** Part of an order's number, and of nobody's name: no name is looked at. */
const A_NUMBER = /^(cmd-)?\d{3,}$/i;

/** More namesakes than this, of all customers, are the latest ones: nobody reads further. */
const NAMESAKES = 1000;

/**
 * The orders of customers by part of their name, accents and case forgiven. Not LIKE: some signs lose their accent to become
 * `%` or `_`. Where all orders are seen, a customer is looked at once rather than with each order, so that the indexes of
 * orders serve; elsewhere only the customers of the few that are, so that no namesake stands in their way.
 */
async function ofCustomersNamed(db: Database, q: string, seesAll: boolean): Promise<SQL | undefined> {
  if (A_NUMBER.test(q)) return undefined;
  const contains = sql`strpos(lower(unaccent(${users.name})), lower(unaccent(${q}))) > 0`;
  const customers = db.select({ id: users.id }).from(users);
  if (!seesAll) return exists(customers.where(and(eq(users.id, orders.customerId), contains)));
  const rows = await customers
    .where(and(eq(users.type, 'customer'), contains))
    .orderBy(desc(users.createdAt))
    .limit(NAMESAKES);
  return inArray(
    orders.customerId,
    rows.map((row) => row.id),
  );
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
