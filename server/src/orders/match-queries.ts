import { readSearch } from '@amasin/domain/prescriptions/prescription-number.ts';
import { normalizePhone } from '@amasin/domain/users/phone-number.ts';
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { users } from '../database/schema/users.ts';
import { containsWords, hasWords } from '../people/queries.ts';
import { orderScopes } from '../scopes/orders.ts';

/** Orders that match a searched text. */
export interface Match {
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
export async function matchText(db: Database, actor: Actor, text: string): Promise<Match> {
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
