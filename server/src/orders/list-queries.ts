import type { UserType } from '@amasin/domain/contract/user-type.ts';
import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import { readSearch } from '@amasin/domain/prescriptions/prescription-number.ts';
import { normalizePhone } from '@amasin/domain/users/phone-number.ts';
import { and, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../ctx.ts';
import { ANYONE, type Count, readCounts } from '../database/count-queries.ts';
import type { Database } from '../database/database.ts';
import {
  countEach,
  countSome,
  limitAndOffset,
  limitToEndOf,
  type PageRequest,
  totalAfter,
} from '../database/paging.ts';
import { feedback, isToHandle } from '../database/schema/feedback.ts';
import {
  isNewToPharmacy,
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
import { containsWords, foldWords } from '../people/queries.ts';
import { inState, orderScopes, ordersSeenBy } from '../scopes/orders.ts';
import { seen } from '../scopes/seen.ts';
import { type OrderView, readOrders } from './queries.ts';

export interface OrderSearch extends PageRequest {
  readonly state?: OrderState | 'all' | undefined;
  readonly q?: string | undefined;
  readonly date: { from: Date; to: Date } | undefined;
  readonly deliveryPerson?: string | undefined;
  readonly pharmacy?: string | undefined;
  readonly sort: keyof typeof sorts;
  /** Only what the reader has to do. */
  readonly todo: boolean;
  /** Only promised orders that were paid before this time. */
  readonly promisedBefore: Date | undefined;
}

/** Sorts by a rank, and within it by who waits longest. */
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

/** Each sort gives the order of a page, of the whole table and of each part of it that an index has. */
const sorts = {
  newest: {
    page: sql`created_at desc, id desc`,
    all: sql`${orders.createdAt} desc, ${orders.id} desc`,
    part: sql`${orders.createdAt} desc, ${orders.id} desc`,
    column: sql``,
    parts: [undefined],
  },
  // Orders that a pharmacist has to read come first: they are all in pre-treatment.
  oldest: {
    page: sql`is_read, created_at, id`,
    all: sql`${isRead(orders)}, ${orders.createdAt}, ${orders.id}`,
    part: sql`${orders.createdAt}, ${orders.id}`,
    column: sql`, ${isRead(orders)} as is_read`,
    parts: [and(inState('pre-treatment'), sql`not ${isRead(orders)}`), isRead(orders)],
  },
  waiting: byWaiting(supervisorRank(orders)),
  // What a pharmacy has not opened comes first, and what is ready, of which it has done its part, last.
  preparing: byWaiting(
    sql`(case when ${isNewToPharmacy(orders)} then 0 when ${orders.readyAt} is null then 1 else 2 end)`,
  ),
  // A courier delivers what they carry before fetching more.
  stops: byWaiting(sql`(${inState('pending')})`),
} as const;

/** Finds one page of the actor's orders, and counts how many match; with a text or a date, up to MAX_COUNTED only. */
export async function searchOrders(
  db: Database,
  actor: Actor,
  search: OrderSearch,
  counts: Promise<Count[]>,
) {
  const match = search.q ? await matchText(db, actor, search.q) : undefined;
  const found = await readOrders(
    db,
    sql`(${selectPage(actor, search, match)}) page join ${orders} on ${orders.id} = page.id order by ${sorts[search.sort].all}`,
  );
  const rows = found.slice(0, search.limit).map(seen);
  return { rows, total: await countFound(db, { actor, search, match, rows, counts: await counts }) };
}

/** Finds the ids of one page, in the order of the list, when the page is too long to be read at once. */
export async function findOrderIds(db: Database, actor: Actor, search: OrderSearch): Promise<string[]> {
  const match = search.q ? await matchText(db, actor, search.q) : undefined;
  const { rows } = await db.execute<{ id: string }>(selectPage(actor, search, match));
  return rows.slice(0, search.limit).map(({ id }) => id);
}

/** Reads the orders with these ids, in the order of the ids. */
export const readOrdersById = (db: Database, ids: readonly string[]): Promise<OrderView[]> =>
  readOrders(
    db,
    sql`unnest(${sql.param([...ids])}::uuid[]) with ordinality page (id, nth) join ${orders} on ${orders.id} = page.id order by nth`,
  );

/** Selects only the ids of a page: they are in the indexes, so that the rows of earlier pages are not read. */
function selectPage(actor: Actor, search: OrderSearch, match: SQL | undefined): SQL {
  const sort = sorts[search.sort];
  const select = (where: SQL | undefined) =>
    sql`select ${orders.id}, ${orders.createdAt}${sort.column} from ${orders} where ${where ?? sql`true`} order by ${sort.part}`;
  const where = and(...filters(actor, search), match);
  const parts = orderScopes(actor).flatMap((scope) =>
    sort.parts.map((part) => select(and(scope, part, where))),
  );
  if (parts.length === 1) return sql`${parts[0]} ${limitAndOffset(search)}`;
  const limitedParts = parts.map((part) => sql`(${part} ${limitToEndOf(search)})`);
  return sql`select id from (${sql.join(limitedParts, sql` union `)}) parts order by ${sort.page} ${limitAndOffset(search)}`;
}

/** Returns the states that the list shows; none when it shows all. */
const statesOf = (actor: Actor, { state }: OrderSearch): OrderState[] =>
  state === 'all'
    ? []
    : state !== undefined
      ? [state]
      : actor.type === 'deliveryPerson'
        ? ['pending', 'delivering']
        : [];

function filters(actor: Actor, search: OrderSearch): (SQL | undefined)[] {
  const { date, deliveryPerson: courier, pharmacy } = search;
  const states = statesOf(actor, search);
  return [
    states.length === 0 ? undefined : inState(...states),
    search.todo ? toDoOf(actor) : undefined,
    search.promisedBefore && isLate(search.promisedBefore),
    date && and(gte(orders.createdAt, date.from), lt(orders.createdAt, date.to)),
    courier === undefined ? undefined : eq(orders.deliveryPersonId, courier),
    pharmacy === undefined ? undefined : eq(orders.pharmacyId, pharmacy),
  ];
}

/** Selects what this reader has to do; a courier's list shows nothing else. */
function toDoOf({ type }: Actor): SQL | undefined {
  if (type === 'supervisor' || type === 'superAdmin') return waitsForSupervisor(orders);
  return type === 'pharmacy' ? inState('pending') : undefined;
}

interface Found {
  readonly actor: Actor;
  readonly search: OrderSearch;
  readonly match: SQL | undefined;
  readonly rows: readonly OrderView[];
  readonly counts: readonly Count[];
}

/** Returns the stored counts of all orders that this search may find; null when none are stored. */
function storedCounts(db: Database, { actor, search, counts }: Found): Promise<readonly Count[]> | null {
  const { deliveryPerson, pharmacy } = search;
  if (deliveryPerson === undefined && pharmacy === undefined) return Promise.resolve(counts);
  if (!seesAll(actor) || (deliveryPerson !== undefined && pharmacy !== undefined)) return null;
  return deliveryPerson === undefined
    ? readCounts(db, 'pharmacy', [pharmacy ?? ''])
    : readCounts(db, 'deliveryPerson', [deliveryPerson]);
}

const seesAll = (actor: Actor): boolean => orderScopes(actor)[0] === undefined;

async function countFound(db: Database, found: Found): Promise<number> {
  const { actor, search, match, rows } = found;
  const { q, date, todo, promisedBefore } = search;
  const stored = !q && !todo && !promisedBefore && date === undefined ? storedCounts(db, found) : null;
  if (stored !== null) {
    const states = statesOf(actor, search);
    return sum(
      (await stored).filter(({ state }) => states.length === 0 || states.includes(state as OrderState)),
    );
  }
  const where = and(ordersSeenBy(actor), ...filters(actor, search), match);
  return (
    totalAfter(rows.length, search) ?? countSome(db, sql`select from ${orders} where ${where ?? sql`true`}`)
  );
}

const sum = (list: readonly Count[]): number => list.reduce((total, { n }) => total + n, 0);

/** Counts the actor's orders by state. A customer has few: they are counted anew. */
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

/** A text like this may be part of an order number (« CMD- » and at least six digits): names are not searched for it. */
const NUMBER = /^(?:cmd-|md-|d-|-)?\d+$/i;

/** Makes the LIKE pattern: the unique index (C collation) finds the beginning of a number, which is « CMD- », trigrams find its parts. */
const patternOf = (q: string): string => (q.startsWith('CMD-') ? `${q}%` : `%${q}%`);

/** Matches what a caller can give: the telephone of its customer, pharmacy or courier, a prescription's number, a transaction. */
function matchExactly(q: string): SQL | undefined {
  if (/^TX-\w+$/i.test(q)) {
    const id = `TX-${q.slice(3).toLowerCase()}`;
    return sql`${orders.paymentId} = (select id from ${payments} where ${eq(payments.transactionId, id)})`;
  }
  if (/^ORD-\d{8}$/i.test(q))
    return sql`${orders.prescriptionId} = (select id from ${prescriptions} where ${eq(prescriptions.number, q.toUpperCase())})`;
  const phone = normalizePhone(q);
  if (phone === null) return undefined;
  const withPhone = (type: UserType) =>
    sql`(select id from ${users} where ${and(eq(users.phone, phone), eq(users.type, type))})`;
  return sql`(${orders.customerId} = ${withPhone('customer')} or ${orders.pharmacyId} = ${withPhone('pharmacy')}
    or ${orders.deliveryPersonId} = ${withPhone('deliveryPerson')})`;
}

/**
 * Matches part of the number, or every word in the customer's name, ignoring accents and case; for supervisors also what
 * a caller can give, and the name of the pharmacy or the courier.
 */
async function matchText(db: Database, actor: Actor, text: string): Promise<SQL | undefined> {
  const q = readSearch(text);
  if (q !== '' && 'CMD-'.startsWith(q.toUpperCase())) return undefined;
  const number = NUMBER.test(q) ? sql`${orders.number} like ${patternOf(q.toUpperCase())}` : undefined;
  const exact = seesAll(actor) ? matchExactly(q) : undefined;
  if (exact !== undefined) return or(exact, number);
  // One or two digits may be part of a name, such as « Awa 77 ».
  if (number !== undefined && !/^\d{1,2}$/.test(q)) return number;
  const hasName = containsWords(users.foldedName, await foldWords(db, text));
  const ofCustomer = sql`exists (select from ${users} where ${users.id} = ${orders.customerId} and ${users.type} = 'customer' and ${hasName})`;
  const ofStaff = seesAll(actor) ? await matchStaff(db, hasName, text) : undefined;
  return or(number, ofCustomer, ofStaff);
}

/** A shorter text is in most names, of customers first. */
const STAFF_NAME_MIN = 3;

/** Matches the name of a pharmacy or a courier: they are few, and mostly none of them has it. */
async function matchStaff(db: Database, hasName: SQL, text: string): Promise<SQL | undefined> {
  if (text.trim().length < STAFF_NAME_MIN) return undefined;
  const isStaff = inArray(users.type, ['pharmacy', 'deliveryPerson']);
  const found = await db.select({ id: users.id }).from(users).where(and(isStaff, hasName));
  const ids = found.map(({ id }) => id);
  return ids.length === 0
    ? undefined
    : or(inArray(orders.pharmacyId, ids), inArray(orders.deliveryPersonId, ids));
}

const isLate = (promisedBefore: Date) => and(isPromised(orders), lt(orders.paidAt, promisedBefore));

/** Counts the orders that a pharmacy still has to prepare. */
export function countToPrepare(db: Database, actor: Actor): Promise<number> {
  const where = and(ordersSeenBy(actor), inState('pending'), isNull(orders.readyAt));
  return countSome(db, sql`select from ${orders} where ${where ?? sql`true`}`);
}

/** Counts the orders that wait for a supervisor, the late ones, and the payments to review; each up to MAX_COUNTED. */
export async function countWork(
  db: Database,
  promisedBefore: Date,
): Promise<{ todo: number; late: number; review: number; feedback: number }> {
  const { other, ...counts } = await countEach(db, {
    todo: sql`select from ${orders} where ${waitsForSupervisor(orders)}`,
    late: selectLate(promisedBefore),
    review: selectReviews,
    other: selectOtherMoney,
    feedback: sql`select from ${feedback} where ${isToHandle(feedback)}`,
  });
  return { ...counts, review: counts.review + other };
}

const selectLate = (promisedBefore: Date): SQL => sql`select from ${orders} where ${isLate(promisedBefore)}`;

/** Counts the late orders, paid before this time and not delivered yet, up to MAX_COUNTED. */
export const countLate = (db: Database, promisedBefore: Date): Promise<number> =>
  countSome(db, selectLate(promisedBefore));
