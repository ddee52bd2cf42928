import { MAX_COUNTED } from '@amasin/domain/contract/counted.ts';
import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import { readSearch } from '@amasin/domain/prescriptions/prescription-number.ts';
import { normalizePhone } from '@amasin/domain/users/phone-number.ts';
import { and, eq, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import {
  countEach,
  countSome,
  limitAndOffset,
  limitToEndOf,
  type PageRequest,
  totalAfter,
} from '../database/paging.ts';
import {
  isPromised,
  isRead,
  supervisorRank,
  waitsForSupervisor,
  waitsSince,
} from '../database/schema/order-conditions.ts';
import { orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { users } from '../database/schema/users.ts';
import { selectOtherMoney } from '../payments/refund-queries.ts';
import { selectReviews } from '../payments/review-queries.ts';
import { containsWords, hasWords } from '../people/queries.ts';
import { inState, orderScopes, ordersSeenBy } from '../scopes/orders.ts';
import { ANYONE, type Count, readCounts } from '../stats/queries.ts';
import { type OrderView, readOrders } from './queries.ts';

export interface OrderSearch extends PageRequest {
  readonly state?: OrderState | 'all' | undefined;
  readonly q?: string | undefined;
  readonly date: { from: Date; to: Date } | undefined;
  readonly deliveryPerson?: string | undefined;
  readonly sort: keyof typeof sorts;
  /** Only what the reader has to do. */
  readonly todo: boolean;
  /** Only promised orders that were paid before this time. */
  readonly promisedBefore: Date | undefined;
}

/** Who waits longest first, within a rank. */
function byWaiting(rank: SQL) {
  const all = sql`${rank}, ${waitsSince(orders)}, ${orders.id}`;
  return {
    page: sql`rank, waits_since, id`,
    all,
    part: all,
    column: sql`, ${rank} as rank, ${waitsSince(orders)} as waits_since`,
    parts: [undefined],
  };
}

/** The order of the rows of a page, of the whole table, and of a part of it that an index has. */
const sorts = {
  newest: {
    page: sql`created_at desc, id desc`,
    all: sql`${orders.createdAt} desc, ${orders.id} desc`,
    part: sql`${orders.createdAt} desc, ${orders.id} desc`,
    column: sql``,
    parts: [undefined],
  },
  // To be read by a pharmacist first: an order that is not read is in pre-treatment.
  oldest: {
    page: sql`is_read, created_at, id`,
    all: sql`${isRead(orders)}, ${orders.createdAt}, ${orders.id}`,
    part: sql`${orders.createdAt}, ${orders.id}`,
    column: sql`, ${isRead(orders)} as is_read`,
    parts: [and(inState('pre-treatment'), sql`not ${isRead(orders)}`), isRead(orders)],
  },
  waiting: byWaiting(supervisorRank(orders)),
  // A pharmacy has done its part of what is ready.
  preparing: byWaiting(sql`(${orders.readyAt} is not null)`),
  // A courier delivers what they carry before fetching more.
  stops: byWaiting(sql`(${inState('pending')})`),
} as const;

/** One page of the actor's orders, and how many match: beyond MAX_COUNTED exactly only without text and date. */
export async function searchOrders(
  db: Database,
  actor: Actor,
  search: OrderSearch,
  counts: Promise<Count[]>,
) {
  const match = search.q ? await matchText(db, actor, search.q) : undefined;
  const few = match?.isRare ? await readFew(db, actor, search, match) : null;
  if (few !== null) return few;
  const rows = await readPage(db, actor, search, match);
  return { rows, total: await countFound(db, { actor, search, match, rows, counts: await counts }) };
}

/** The ids of one page, in the order of the list: for a page that is too long to be read at once. */
export async function findOrderIds(db: Database, actor: Actor, search: OrderSearch): Promise<string[]> {
  const match = search.q ? await matchText(db, actor, search.q) : undefined;
  const { rows } = await db.execute<{ id: string }>(selectPage(actor, search, match));
  return rows.slice(0, search.limit).map(({ id }) => id);
}

/** These orders, in this order. A sub-select hides the length of the array from the planner (decision 8). */
export const readOrdersById = (db: Database, ids: readonly string[]): Promise<OrderView[]> =>
  readOrders(
    db,
    sql`unnest((select ${sql.param([...ids])}::uuid[])) with ordinality page (id, nth) join ${orders} on ${orders.id} = page.id order by nth`,
  );

async function readPage(db: Database, actor: Actor, search: OrderSearch, match: Match | undefined) {
  const rows = await readOrders(
    db,
    selectFirstPage(actor, search, match) ??
      sql`(${selectPage(actor, search, match)}) page join ${orders} on ${orders.id} = page.id order by ${sorts[search.sort].all}`,
  );
  return rows.slice(0, search.limit);
}

/**
 * A page of what matches few orders, and how many they are, from one reading of them.
 * @returns null for a page after the last one
 */
async function readFew(db: Database, actor: Actor, search: OrderSearch, match: Match) {
  const { rows: found } = await db.execute<{ id: string; total: number }>(
    selectPage(actor, search, match, sql`, (select count(*)::int from found) as total`),
  );
  const page = found.slice(0, search.limit);
  if (page[0] === undefined) return search.page === 1 ? { rows: [], total: 0 } : null;
  const ids = page.map(({ id }) => id);
  const rows = await readOrdersById(db, ids);
  return { rows, total: Math.min(page[0].total, MAX_COUNTED + 1) };
}

/** The orders of the first page, in their order, when one index has them all: no page before it is read. */
function selectFirstPage(actor: Actor, search: OrderSearch, match: Match | undefined): SQL | null {
  const { part, parts } = sorts[search.sort];
  const scopes = orderScopes(actor);
  if (search.page > 1 || scopes.length * parts.length > 1 || match?.isRare) return null;
  const where = and(scopes[0], parts[0], ...filters(actor, search), match?.where);
  return sql`${orders} where ${where ?? sql`true`} order by ${part} ${limitAndOffset(search)}`;
}

/** The ids of a page; `more` columns of what matches few orders. */
function selectPage(actor: Actor, search: OrderSearch, match: Match | undefined, more = sql``): SQL {
  const sort = sorts[search.sort];
  // The ids first: they are in the indexes, so that the rows of the pages before are not read.
  const select = (where: SQL | undefined) =>
    sql`select ${orders.id}, ${orders.createdAt}${sort.column} from ${orders} where ${where ?? sql`true`}`;
  const where = and(...filters(actor, search), match?.where);
  const parts = orderScopes(actor).flatMap((scope) =>
    sort.parts.map((part) => select(and(scope, part, where))),
  );
  const limitedParts = parts.map((part) => sql`(${part} order by ${sort.part} ${limitToEndOf(search)})`);
  // What matches few orders is read whole: in the order of the list, all orders would be read to find them.
  return match?.isRare
    ? sql`with found as materialized (${select(and(ordersSeenBy(actor), where))}) select id${more} from found order by ${sort.page} ${limitAndOffset(search)}`
    : parts.length === 1
      ? sql`${parts[0]} order by ${sort.part} ${limitAndOffset(search)}`
      : sql`select id from (${sql.join(limitedParts, sql` union `)}) parts order by ${sort.page} ${limitAndOffset(search)}`;
}

/** The states that the list shows. */
const statesOf = (actor: Actor, { state }: OrderSearch): OrderState[] =>
  state === 'all'
    ? []
    : state !== undefined
      ? [state]
      : actor.type === 'deliveryPerson'
        ? ['pending', 'delivering']
        : [];

function filters(actor: Actor, search: OrderSearch): (SQL | undefined)[] {
  const { date, deliveryPerson: courier } = search;
  const states = statesOf(actor, search);
  return [
    states.length === 0 ? undefined : inState(...states),
    search.todo ? toDoOf(actor) : undefined,
    search.promisedBefore && isLate(search.promisedBefore),
    date && and(gte(orders.createdAt, date.from), lt(orders.createdAt, date.to)),
    courier === undefined ? undefined : eq(orders.deliveryPersonId, courier),
  ];
}

/** What this reader has to do; a courier's list shows nothing else. */
function toDoOf({ type }: Actor): SQL | undefined {
  if (type === 'supervisor' || type === 'superAdmin') return waitsForSupervisor(orders);
  return type === 'pharmacy' ? inState('pending') : undefined;
}

interface Found {
  readonly actor: Actor;
  readonly search: OrderSearch;
  readonly match: Match | undefined;
  readonly rows: readonly OrderView[];
  readonly counts: readonly Count[];
}

async function countFound(db: Database, { actor, search, match, rows, counts }: Found): Promise<number> {
  const { q, date, todo, promisedBefore, deliveryPerson: courier } = search;
  const seesAll = orderScopes(actor)[0] === undefined;
  if (!q && !todo && !promisedBefore && date === undefined && (courier === undefined || seesAll)) {
    const states = statesOf(actor, search);
    const kept = courier === undefined ? counts : await readCounts(db, 'deliveryPerson', [courier]);
    return sum(kept.filter(({ state }) => states.length === 0 || states.includes(state as OrderState)));
  }
  const exact = totalAfter(rows.length, search);
  if (exact !== null) return exact;
  const where = and(...filters(actor, search));
  const matching =
    match?.byCustomer && seesAll && (search.state === undefined || /^(all|ended)$/.test(search.state))
      ? match.byCustomer(where)
      : sql`select from ${orders} where ${and(ordersSeenBy(actor), where, match?.where) ?? sql`true`}`;
  return countSome(db, matching);
}

const sum = (list: readonly Count[]): number => list.reduce((total, { n }) => total + n, 0);

/** The actor's orders by state. A customer has few: they are counted. */
export async function countOrders(db: Database, actor: Actor): Promise<Count[]> {
  switch (actor.type) {
    case 'supervisor':
    case 'superAdmin':
      return readCounts(db, 'orders');
    case 'pharmacy':
    case 'deliveryPerson':
      return readCounts(db, actor.type, [actor._id]);
    case 'agent':
      return readCounts(db, 'agent', [actor._id, ANYONE]);
    default: {
      const { rows } = await db.execute<{ state: string; n: number }>(
        sql`select state, count(*)::int as n from ${orders} where ${ordersSeenBy(actor)} group by state`,
      );
      return rows.map((row) => ({ ...row, medicines: 0, commission: 0, deliveryFees: 0, paid: 0 }));
    }
  }
}

/** Orders that match a searched text. */
interface Match {
  readonly where: SQL | undefined;
  /** Few orders match, and an index finds them. */
  readonly isRare: boolean;
  /** The matching orders, read customer by customer: for a name that many have. */
  readonly byCustomer?: (where: SQL | undefined) => SQL;
}

/** What may be part of an order number, « CMD- » and at least six digits. */
const NUMBER = /^(?:cmd-|md-|d-|-)?\d+$/i;

/** Matches part of an order number; names are not searched for such a text. */
const PARTIAL_NUMBER = /^(cmd-)?\d{3,}$/i;

/** Above this number of matching customers, a list checks the name of each order's customer instead. */
const MAX_NAMESAKES = 300;

/** Nothing precedes « CMD- ». With a C collation, the unique index finds the beginning of a number; trigrams find its parts. */
const patternOf = (q: string): string => (q.startsWith('CMD-') ? `${q}%` : `%${q}%`);

/** What a caller can give: a customer's telephone, a prescription's number, a transaction. */
function matchExactly(q: string): SQL | undefined {
  if (/^TX-\w+$/i.test(q)) {
    const id = `TX-${q.slice(3).toLowerCase()}`;
    return sql`${orders.paymentId} = (select id from ${payments} where ${eq(payments.transactionId, id)})`;
  }
  if (/^ORD-\d{8}$/i.test(q))
    return sql`${orders.prescriptionId} = (select id from ${prescriptions} where ${eq(prescriptions.number, q.toUpperCase())})`;
  const phone = normalizePhone(q);
  if (phone === null) return undefined;
  return sql`${orders.customerId} = (select id from ${users} where ${and(eq(users.phone, phone), eq(users.type, 'customer'))})`;
}

/**
 * Matches part of the number, or every word in the customer's name, ignoring accents and case; for supervisors also what
 * a caller can give.
 */
async function matchText(db: Database, actor: Actor, text: string): Promise<Match> {
  const q = readSearch(text);
  if ('CMD-'.includes(q.toUpperCase())) return { where: undefined, isRare: false };
  const number = NUMBER.test(q) ? sql`${orders.number} like ${patternOf(q.toUpperCase())}` : undefined;
  const exact = orderScopes(actor)[0] === undefined ? matchExactly(q) : undefined;
  if (exact !== undefined) return { where: or(exact, number), isRare: true };
  if (number !== undefined && PARTIAL_NUMBER.test(q)) return { where: number, isRare: true };
  // Not a join, so that the orders are read in the order of the list until the page is full.
  const each = sql`(select ${users.type} = 'customer' and ${hasWords(users.foldedName, q)} from ${users} where ${users.id} = ${orders.customerId})`;
  if (actor.type === 'customer') return { where: or(number, each), isRare: false };
  const named = sql`select id from ${users} where ${and(eq(users.type, 'customer'), containsWords(users.foldedName, q))}`;
  const { rows } = await db.execute<{ id: string }>(
    sql`${named} limit ${sql.raw(String(MAX_NAMESAKES + 1))}`,
  );
  const isRare = rows.length <= MAX_NAMESAKES;
  // Unnested: PostgreSQL would estimate the length of an array parameter at each call and not reuse the plan.
  const ids = sql`array(select unnest(${sql.param(rows.map(({ id }) => id))}::uuid[]))`;
  if (number !== undefined) {
    return {
      where: or(number, isRare ? sql`${orders.customerId} = any(${ids})` : each),
      isRare: false,
    };
  }
  if (isRare) return { where: sql`${orders.customerId} = any(${ids})`, isRare };
  const byCustomer = (where: SQL | undefined) =>
    sql`select from (${named} offset 0) named, lateral (select from ${orders} where ${and(sql`${orders.customerId} = named.id`, where)}) one`;
  return { where: each, isRare, byCustomer };
}

/** Promised orders that were paid before this time. */
const isLate = (promisedBefore: Date) => and(isPromised(orders), lt(orders.paidAt, promisedBefore));

/** The number of orders that a pharmacy still has to prepare. */
export function countToPrepare(db: Database, actor: Actor): Promise<number> {
  const where = and(ordersSeenBy(actor), inState('pending'), isNull(orders.readyAt));
  return countSome(db, sql`select from ${orders} where ${where ?? sql`true`}`);
}

/** The numbers of orders that wait for a supervisor, of late ones, and of payments to review; each up to MAX_COUNTED. */
export async function countWork(
  db: Database,
  promisedBefore: Date,
): Promise<{ todo: number; late: number; review: number }> {
  const { other, ...counts } = await countEach(db, {
    todo: sql`select from ${orders} where ${waitsForSupervisor(orders)}`,
    late: selectLate(promisedBefore),
    review: selectReviews,
    other: selectOtherMoney,
  });
  return { ...counts, review: counts.review + other };
}

const selectLate = (promisedBefore: Date): SQL => sql`select from ${orders} where ${isLate(promisedBefore)}`;

/** The number of late orders, paid before this time and not delivered yet, up to MAX_COUNTED. */
export const countLate = (db: Database, promisedBefore: Date): Promise<number> =>
  countSome(db, selectLate(promisedBefore));
