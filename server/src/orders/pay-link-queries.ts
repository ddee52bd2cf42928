import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import type { Operator } from '@amasin/domain/payments/operators.ts';
import { and, count, desc, eq, gt, isNull, lt, min, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { orders } from '../database/schema/orders.ts';
import { type PayLinkRow, payLinks } from '../database/schema/pay-links.ts';
import { payments } from '../database/schema/payments.ts';
import { refunds } from '../database/schema/refunds.ts';
import { users } from '../database/schema/users.ts';
import { notRemoved } from '../people/queries.ts';
import { type Seen, seen } from '../scopes/seen.ts';

/** Money that came by a link. */
interface Received {
  readonly status: 'paid' | 'review' | 'refunded';
  readonly amount: number;
  readonly operator: Operator | null;
  readonly payingPhone: string | null;
  readonly at: string;
  /** A supervisor has not decided about it. */
  readonly isOpen: boolean;
  /** All that is paid back of it has arrived. */
  readonly isPaidBack: boolean;
  /** Its refunds, under way or done, FCFA. */
  readonly givenBack: number;
}

/** A link with what it pays, and has paid. */
export interface PayLinkView {
  readonly link: PayLinkRow;
  readonly asker: { readonly name: string; readonly phone: string | null };
  readonly order: {
    readonly id: string;
    readonly number: string;
    readonly state: OrderState;
    readonly readyAt: Date | null;
    readonly paidAt: Date | null;
    readonly total: number | null;
    /** What was paid for it, and may have been paid back. */
    readonly paid: number | null;
    /** Whether the money of the order came by this link; null while it is not paid. */
    readonly isPaidByLink: boolean | null;
  } | null;
  readonly received: readonly Received[];
}

const isByLink = sql`${payments.payLinkId} = ${payLinks.id}`;

/** A cancelled order has no payment any more, but a refund. */
const paysOrder = sql`${payments.id} = coalesce(${orders.paymentId},
  (select ${refunds.paymentId} from ${refunds} where ${refunds.orderId} = ${orders.id} limit 1))`;

/** The payment of an order is of the basket of the link: opened by it, of its name, or of its content since it was made. */
const isOfBasket = sql`${isByLink} or ${payments.basketId} = ${payLinks.basketId}
  or ${payments.contentDigest} = ${payLinks.contentDigest} and ${payments.settledAt} >= ${payLinks.createdAt}`;

async function findViews(db: Database, where: SQL | undefined, limit: number): Promise<PayLinkView[]> {
  const order = db
    .select({
      id: orders.id,
      number: orders.number,
      state: orders.state,
      readyAt: orders.readyAt,
      paidAt: orders.paidAt,
      total: orders.total,
      paid: payments.amount,
      isPaidByLink: sql<
        boolean | null
      >`case when ${payments.id} is not null then coalesce(${isByLink}, false) end`.as('is_paid_by_link'),
    })
    .from(orders)
    .leftJoin(payments, paysOrder)
    .where(
      and(
        eq(orders.customerId, payLinks.customerId),
        or(eq(orders.id, payLinks.orderId), sql`${payments.id} is not null and (${isOfBasket})`),
      ),
    )
    .orderBy(sql`${isByLink} desc nulls last`, desc(orders.createdAt))
    .limit(1)
    .as('paid_order');
  const received = sql<
    Received[]
  >`(select coalesce(json_agg(json_build_object('status', p.status, 'amount', p.amount_fcfa,
      'operator', p.operator, 'payingPhone', p.paying_phone, 'at', p.settled_at, 'isOpen', p.reviewed_at is null,
      'isPaidBack', exists (select from ${refunds} r where r.payment_id = p.id)
        and not exists (select from ${refunds} r where r.payment_id = p.id and r.state <> 'done'),
      'givenBack', (select coalesce(sum(r.amount_fcfa), 0) from ${refunds} r where r.payment_id = p.id))
      order by p.id), '[]')
    from ${payments} p where p.pay_link_id = ${payLinks.id} and p.status in ('paid', 'review', 'refunded'))`;
  const rows = await db
    .select({
      link: payLinks,
      asker: { name: users.name, phone: users.phone },
      order: {
        id: order.id,
        number: order.number,
        state: order.state,
        readyAt: order.readyAt,
        paidAt: order.paidAt,
        total: order.total,
        paid: order.paid,
        isPaidByLink: order.isPaidByLink,
      },
      received,
    })
    .from(payLinks)
    .innerJoin(users, eq(users.id, payLinks.customerId))
    .leftJoinLateral(order, sql`true`)
    .where(where)
    .orderBy(desc(payLinks.createdAt), desc(payLinks.id))
    .limit(limit);
  return rows;
}

/** Finds the link of a token, made after `since`, of a customer who has an account. */
export async function findPayLinkByToken(
  db: Database,
  tokenHash: string,
  since: Date,
): Promise<PayLinkView | null> {
  const isFollowed = and(gt(payLinks.createdAt, since), eq(users.active, true), notRemoved);
  const [view] = await findViews(db, and(eq(payLinks.tokenHash, tokenHash), isFollowed), 1);
  return view ?? null;
}

/** Finds a link of the customer. */
export async function findPayLinkFor(
  db: Database,
  customerId: string,
  id: string,
): Promise<Seen<PayLinkView> | null> {
  const [view] = await findViews(db, and(eq(payLinks.id, id), eq(payLinks.customerId, customerId)), 1);
  return view ? seen(view) : null;
}

/** Finds the links of a customer since then, the latest first. */
export async function findPayLinksOf(
  db: Database,
  customerId: string,
  since: Date,
  limit: number,
): Promise<Seen<PayLinkView>[]> {
  const own = and(eq(payLinks.customerId, customerId), gt(payLinks.createdAt, since));
  return (await findViews(db, own, limit)).map((view) => seen(view));
}

/** Inserts a link, which withdraws the former one of its basket; the customer is locked. */
export async function insertPayLink(
  tx: Database,
  link: Omit<typeof payLinks.$inferInsert, 'id'>,
): Promise<string> {
  await tx
    .update(payLinks)
    .set({ withdrawnAt: link.createdAt })
    .where(
      and(
        eq(payLinks.customerId, link.customerId),
        eq(payLinks.basketId, link.basketId),
        isNull(payLinks.withdrawnAt),
      ),
    );
  const [row] = await tx.insert(payLinks).values(link).returning({ id: payLinks.id });
  if (row === undefined) throw new Error('a pay link was not stored');
  return row.id;
}

export async function setWithdrawn(db: Database, id: string, at: Date): Promise<void> {
  const open = and(eq(payLinks.id, id), isNull(payLinks.withdrawnAt));
  await db.update(payLinks).set({ withdrawnAt: at }).where(open);
}

export async function setShowsContent(db: Database, id: string, showsContent: boolean): Promise<void> {
  await db.update(payLinks).set({ showsContent }).where(eq(payLinks.id, id));
}

/** Locks a link until the transaction ends. */
export async function lockPayLink(tx: Database, id: string): Promise<void> {
  await tx.select({ id: payLinks.id }).from(payLinks).where(eq(payLinks.id, id)).for('update');
}

/** Counts the payments that a link has opened since then. */
export async function countOpenedBy(
  tx: Database,
  payLinkId: string,
  since: Date,
): Promise<{ count: number; first: Date | null }> {
  const [row] = await tx
    .select({ count: count(), first: min(payments.createdAt) })
    .from(payments)
    .where(and(eq(payments.payLinkId, payLinkId), gt(payments.createdAt, since)));
  return row ?? { count: 0, first: null };
}

/** Erases what links ask for that can be paid no more, and deletes the old ones by which nothing was paid. */
export async function sweepLinks(db: Database, { now, since }: { now: Date; since: Date }): Promise<void> {
  const hasEnded = or(lt(payLinks.expiresAt, now), lt(payLinks.withdrawnAt, now));
  await db
    .update(payLinks)
    .set({ draft: null })
    .where(and(hasEnded, sql`${payLinks.draft} is not null`));
  const isUnused = sql`not exists (select from ${payments} where ${payments.payLinkId} = ${payLinks.id})`;
  await db.delete(payLinks).where(and(lt(payLinks.createdAt, since), isUnused));
}
