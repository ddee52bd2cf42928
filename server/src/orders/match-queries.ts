import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { orders } from '../database/schema/orders.ts';
import { users } from '../database/schema/users.ts';
import { containsFolded } from '../people/queries.ts';

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

/** Matches part of the number, or of the customer's name ignoring accents and case. */
export async function matchText(db: Database, actor: Actor, q: string): Promise<Match> {
  if ('CMD-'.includes(q.toUpperCase())) return { where: undefined, isRare: false };
  const number = NUMBER.test(q) ? sql`${orders.number} like ${patternOf(q.toUpperCase())}` : undefined;
  if (number !== undefined && PARTIAL_NUMBER.test(q)) return { where: number, isRare: true };
  // Not a join, so that the orders are read in the order of the list until the page is full.
  const each = sql`(select ${users.type} = 'customer' and strpos(${users.foldedName}, folded(${q})) > 0 from ${users} where ${users.id} = ${orders.customerId})`;
  if (actor.type === 'customer') return { where: or(number, each), isRare: false };
  const named = sql`select id from ${users} where ${and(eq(users.type, 'customer'), containsFolded(users.foldedName, q))}`;
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
