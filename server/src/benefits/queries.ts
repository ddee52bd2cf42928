import type { Account, Entry } from '@amasin/domain/benefits/journal.ts';
import { and, asc, eq, gte, ne, sql } from 'drizzle-orm';
import type { Actor } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { limitAndOffset, type PageRequest } from '../database/paging.ts';
import { type OrderRow, orders } from '../database/schema/orders.ts';
import { entries, journals } from '../database/schema/payouts.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { users } from '../database/schema/users.ts';
import { notRemoved } from '../people/queries.ts';
import { ordersSeenBy } from '../scopes/orders.ts';

/**
 * Finds the partner who wrote the prescription of an order; null without a prescription, or when its author is not a partner or
 * was removed and can no longer be paid.
 */
export async function findPrescribingPartner(
  db: Database,
  orderId: string,
): Promise<{ id: string; prescriptionNumber: string } | null> {
  const [found] = await db
    .select({ id: users.id, prescriptionNumber: prescriptions.number })
    .from(orders)
    .innerJoin(prescriptions, eq(prescriptions.id, orders.prescriptionId))
    .innerJoin(users, and(eq(users.id, prescriptions.authorId), eq(users.type, 'partnerDoctor'), notRemoved))
    .where(eq(orders.id, orderId));
  return found ?? null;
}

export type SeenOrder = Pick<OrderRow, 'id' | 'state'>;

/** Finds an order; null when it does not exist or the actor may not see it. */
export async function findOrderSeenBy(
  db: Database,
  actor: Pick<Actor, '_id' | 'type'>,
  id: string,
): Promise<SeenOrder | null> {
  const [row] = await db
    .select({ id: orders.id, state: orders.state })
    .from(orders)
    .where(and(eq(orders.id, id), ordersSeenBy(actor)));
  return row ?? null;
}

/** Finds the entries of an order's ending journal; the entry of the commission that is split comes first. */
export async function findEndingEntries(db: Database, orderId: string): Promise<Entry[]> {
  const rows = await db
    .select({ account: entries.account, amount: entries.amount, beneficiaryId: entries.beneficiaryId })
    .from(entries)
    .innerJoin(journals, eq(journals.id, entries.journalId))
    .where(and(eq(journals.orderId, orderId), eq(journals.kind, 'ending')))
    .orderBy(asc(entries.id));
  return rows.map(toEntry);
}

const toEntry = ({
  account,
  amount,
  beneficiaryId,
}: {
  account: Account;
  amount: number;
  beneficiaryId: string | null;
}): Entry => ({ account, amount, ...(beneficiaryId !== null && { beneficiaryId }) });

/** Finds an order, and the sums of its journals by account and beneficiary; what a courier got for coming in vain is none of them. */
export async function findBooked(
  tx: Database,
  orderId: string,
): Promise<{ order: OrderRow; booked: Entry[] }> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (order === undefined) throw new Error('the order was not found');
  const rows = await tx
    .select({
      account: entries.account,
      beneficiaryId: entries.beneficiaryId,
      amount: sql<number>`sum(${entries.amount})`.mapWith(Number),
    })
    .from(entries)
    .innerJoin(journals, eq(journals.id, entries.journalId))
    .where(and(eq(journals.orderId, orderId), ne(journals.kind, 'return-fee')))
    .groupBy(entries.account, entries.beneficiaryId);
  return { order, booked: rows.map(toEntry) };
}

/** Sums what a payee earned since then, FCFA, corrections taken off, and counts what earned it. */
export async function sumEarnedSince(
  db: Database,
  payeeId: string,
  since: Date,
): Promise<{ count: number; amount: number }> {
  const isEarned = sql`${entries.amount} < 0 and ${entries.account} <> 'returned'`;
  const isCounted = sql`${isEarned} or ${entries.account} = 'corrected'`;
  const [row] = await db
    .select({
      count: sql<number>`count(*) filter (where ${isEarned})`.mapWith(Number),
      amount: sql<number>`coalesce(sum(-${entries.amount}) filter (where ${isCounted}), 0)`.mapWith(Number),
    })
    .from(entries)
    .where(and(eq(entries.beneficiaryId, payeeId), gte(entries.at, since)));
  return row ?? { count: 0, amount: 0 };
}

export interface Share {
  readonly id: string;
  readonly number: string;
  readonly amount: number;
  readonly at: Date;
  readonly paidAt: Date | null;
}

/** Each row has the sums of all shares; a page without shares has one row, without a share. */
type Found = {
  id: string | null;
  number: string;
  amount: number;
  at: string;
  paidAt: string | null;
  total: number;
};

/**
 * Finds one page of a partner's shares, the latest first, and their number. Payouts cover the oldest shares first: a share is paid by
 * the payout with which the running sum of payouts reached that of the shares. A payout that did not arrive covers nothing.
 *
 * The running sum up to a share is that of all shares minus the later ones, so that only the journals of the page are read.
 */
export async function findShares(
  db: Database,
  partnerId: string,
  page: PageRequest,
): Promise<{ rows: Share[]; total: number }> {
  const own = eq(entries.beneficiaryId, partnerId);
  const latest = sql`${entries.at} desc, ${entries.id} desc`;
  const isShare = sql`${entries.account} = 'partner' and ${entries.amount} < 0`;
  const { rows } = await db.execute<Found>(sql`
    with sums as (
      select count(*)::int as total, -sum(${entries.amount}) as earned from ${entries} where ${and(own, isShare)}
    ), shown as (
      select ${entries.id}, ${entries.journalId}, ${entries.at}, -${entries.amount} as amount,
        sum(${entries.amount}) over (order by ${latest} rows unbounded preceding) - ${entries.amount} as later
      from ${entries} where ${and(own, isShare)} order by ${latest} ${limitAndOffset(page)}
    ), paid as materialized (
      select ${entries.at}, sum(${entries.amount}) over (order by ${entries.at}, ${entries.id}) as amount
      from ${entries}
      -- What was given back covers the oldest shares as a payout does.
      where ${and(own, sql`${entries.amount} > 0`)}
        and not exists (select from payouts p where p.journal_id = ${entries.journalId} and p.state = 'failed')
    )
    select shown.id, ${prescriptions.number}, shown.amount::float as amount, shown.at, sums.total,
      (select min(at) from paid where paid.amount >= sums.earned + shown.later) as "paidAt"
    from sums
    left join (shown
      join ${journals} on ${journals.id} = shown.journal_id
      join ${orders} on ${orders.id} = ${journals.orderId}
      join ${prescriptions} on ${prescriptions.id} = ${orders.prescriptionId}) on true
    order by shown.at desc, shown.id desc`);
  const shares = rows.flatMap(({ id, at, paidAt, total: _, ...share }) =>
    id === null
      ? []
      : [{ ...share, id, at: new Date(at), paidAt: paidAt === null ? null : new Date(paidAt) }],
  );
  return { rows: shares.slice(0, page.limit), total: rows[0]?.total ?? 0 };
}
