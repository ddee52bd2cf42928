import type { Bearer, ClaimReason, ClaimState } from '@amasin/domain/claims/lifecycle.ts';
import { monthRange } from '@amasin/domain/statements/month.ts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Database } from '../database/database.ts';
import { limitAndOffset, type PageRequest } from '../database/paging.ts';
import { type ClaimLineRow, claimLines } from '../database/schema/claims.ts';
import { insurers } from '../database/schema/insurance.ts';
import { orderItems, orders } from '../database/schema/orders.ts';
import { entries, journals } from '../database/schema/payouts.ts';
import { users } from '../database/schema/users.ts';
import type { CardCopy } from '../insurance/queries.ts';

/** What the insurer of an order owes by the ledger: its reduction, less what was given back of it. */
const owedOf = (orderId: SQL | typeof orders.id) => sql`(select coalesce(sum(${entries.amount}), 0)
  from ${journals} join ${entries} on ${entries.journalId} = ${journals.id} and ${entries.account} = 'insurer'
  where ${journals.orderId} = ${orderId})`;

/** What was asked for, or is to be. */
const amount = sql`coalesce(${claimLines.amount}, ${owedOf(orders.id)})::float8`;

/** Adds the insurer who owes the reduction of a paid order, unless it has one. @returns false when it has */
export async function insertLine(
  tx: Database,
  line: { orderId: string; insurerId: string; changedById: string | null; changedAt: Date },
): Promise<boolean> {
  const added = await tx
    .insert(claimLines)
    .values(line)
    .onConflictDoNothing()
    .returning({ id: claimLines.id });
  return added.length === 1;
}

/** Takes the insurer of an order away again while nothing was asked of it: nobody stands for its card any more. */
export async function deleteUnsentLine(tx: Database, orderId: string): Promise<void> {
  await tx.delete(claimLines).where(and(eq(claimLines.orderId, orderId), eq(claimLines.state, 'to-send')));
}

const isInsured = sql`${orders.cardId} is not null and ${orders.reduction} > 0 and ${orders.paidAt} is not null`;
const isUnnamed = sql`${isInsured} and ${orders.erasedAt} is null
  and not exists (select from ${claimLines} where ${claimLines.orderId} = ${orders.id})`;

/** Finds the paid orders whose insurer is to be named, the oldest first. */
export async function findUnnamed(db: Database, limit: number) {
  const { rows } = await db.execute<{
    _id: string;
    number: string;
    customer: string;
    cardLabel: string | null;
    taux: number;
    cardUrl: string | null;
    amount: number;
    total: number;
  }>(sql`
    select ${orders.id} as "_id", ${orders.number}, ${users.name} as customer, ${orders.cardLabel} as "cardLabel",
      ${orders.cardRate} as taux, ${orders.cardUrl} as "cardUrl", ${owedOf(orders.id)}::float8 as amount,
      (count(*) over ())::int as total
    from ${orders} join ${users} on ${users.id} = ${orders.customerId}
    where ${isUnnamed} order by ${orders.paidAt}, ${orders.id} limit ${limit}`);
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** Finds a paid order whose insurer is to be named. */
export async function findUnnamedOrder(db: Database, id: string) {
  const [row] = await db
    .select({
      id: orders.id,
      customerId: orders.customerId,
      cardId: orders.cardId,
      cardRate: orders.cardRate,
      cardUrl: orders.cardUrl,
    })
    .from(orders)
    .where(and(eq(orders.id, id), isUnnamed));
  return row ?? null;
}

/** Names the insurer of every paid order that copied this card and has none. @returns how many */
export async function insertLinesOfCard(
  tx: Database,
  card: CardCopy,
  line: { insurerId: string; changedById: string; changedAt: Date },
): Promise<number> {
  const found = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.cardId, card.id),
        eq(orders.cardRate, card.rate),
        eq(orders.cardUrl, card.fileKey),
        isUnnamed,
      ),
    );
  if (found.length === 0) return 0;
  const added = await tx
    .insert(claimLines)
    .values(found.map(({ id }) => ({ id: v7(), orderId: id, ...line })))
    .onConflictDoNothing()
    .returning({ id: claimLines.id });
  return added.length;
}

const monthOf = sql`to_char(${orders.endedAt} at time zone 'Africa/Porto-Novo', 'YYYY-MM')`;

export interface ClaimSum {
  readonly insurerId: string;
  readonly name: string;
  readonly delayDays: number;
  readonly month: string;
  readonly state: ClaimState;
  readonly lines: number;
  readonly amount: number;
  readonly sentAt: Date | null;
}

/** Sums the lines of each insurer and month by their state, the latest month first. */
export async function sumClaims(
  db: Database,
  of: { insurerId: string; month: string } | null = null,
): Promise<ClaimSum[]> {
  const { rows } = await db.execute<{ sentAt: string | null } & Omit<ClaimSum, 'sentAt'>>(sql`
    select "insurerId", name, "delayDays", month, state, count(*)::int as lines, sum(amount)::float8 as amount,
      max("sentAt") as "sentAt"
    from (select ${claimLines.insurerId} as "insurerId", ${insurers.name}, ${insurers.delayDays} as "delayDays",
        ${monthOf} as month, ${claimLines.state}, ${amount} as amount, ${claimLines.sentAt} as "sentAt"
      from ${claimLines} join ${orders} on ${orders.id} = ${claimLines.orderId}
        join ${insurers} on ${insurers.id} = ${claimLines.insurerId}
      where ${orders.endedAt} is not null ${of === null ? sql`` : inMonth(of)}) line
    where amount > 0 group by 1, 2, 3, 4, 5 order by month desc, name collate "french", "insurerId"`);
  return rows.map(({ sentAt, ...row }) => ({ ...row, sentAt: sentAt === null ? null : new Date(sentAt) }));
}

function inMonth({ insurerId, month }: { insurerId: string; month: string }): SQL {
  const { from, to } = monthRange(month);
  return sql`and ${claimLines.insurerId} = ${insurerId} and ${orders.endedAt} >= ${from.toISOString()}
    and ${orders.endedAt} < ${to.toISOString()}`;
}

export interface FoundLine {
  readonly id: string;
  readonly orderId: string;
  readonly number: string;
  readonly at: Date;
  readonly insured: string;
  readonly customerId: string;
  readonly cardLabel: string | null;
  readonly taux: number;
  readonly cardUrl: string | null;
  readonly agreement: string | null;
  readonly amount: number;
  readonly state: ClaimState;
  readonly reason: ClaimReason | null;
  readonly bearer: Bearer | null;
}

async function findLinesWhere(db: Database, where: SQL, rest: SQL): Promise<FoundLine[]> {
  const { rows } = await db.execute<{ at: string } & Omit<FoundLine, 'at'>>(sql`
    select * from (select ${claimLines.id}, ${orders.id} as "orderId", ${orders.number}, ${orders.endedAt} as at, ${users.name} as insured,
        ${orders.customerId} as "customerId", ${orders.cardLabel} as "cardLabel", ${orders.cardRate} as taux,
        ${orders.cardUrl} as "cardUrl", ${orders.agreement} as agreement, ${amount} as amount, ${claimLines.state},
        ${claimLines.reason}, ${claimLines.bearer}
      from ${claimLines} join ${orders} on ${orders.id} = ${claimLines.orderId}
        join ${users} on ${users.id} = ${orders.customerId}
      where ${orders.endedAt} is not null ${where}) line
    where amount > 0 order by at, "orderId" ${rest}`);
  return rows.map(({ at, ...row }) => ({ ...row, at: new Date(at) }));
}

type Month = { readonly insurerId: string; readonly month: string };

/** Finds one page of a claim, in the order in which its orders ended. */
export async function findPage(db: Database, of: Month, page: PageRequest): Promise<FoundLine[]> {
  return (await findLinesWhere(db, inMonth(of), limitAndOffset(page))).slice(0, page.limit);
}

/** Finds the first lines of a claim. */
export const findLines = (db: Database, of: Month, limit: number): Promise<FoundLine[]> =>
  findLinesWhere(db, inMonth(of), sql`limit ${limit}`);

export async function findLine(db: Database, id: string): Promise<FoundLine | null> {
  const [line] = await findLinesWhere(db, sql`and ${claimLines.id} = ${id}`, sql``);
  return line ?? null;
}

export interface Medicine {
  readonly orderId: string;
  readonly label: string;
  readonly quantity: number;
  readonly price: number;
  readonly excluded: boolean;
}

/** What was given of a line, before its claim was sent: what it asks for stays. */
const given = sql<number>`(order_items.quantity - (select coalesce(sum(back.quantity), 0) from refund_lines back
  join refunds on refunds.id = back.refund_id left join claim_lines sent on sent.order_id = back.order_id
  where back.order_id = order_items.order_id and back.position = order_items.position
    and (sent.sent_at is null or refunds.asked_at < sent.sent_at)))::int`;

/** Finds the medicines that were given of orders, in their order, at the price at which they were; none of one that was erased. */
export async function findMedicines(db: Database, orderIds: readonly string[]): Promise<Medicine[]> {
  if (orderIds.length === 0) return [];
  return db
    .select({
      orderId: orderItems.orderId,
      label: orderItems.label,
      quantity: given,
      price: sql<number>`coalesce(${orderItems.givenPrice}, ${orderItems.price})`,
      excluded: orderItems.excluded,
    })
    .from(orderItems)
    .where(and(inArray(orderItems.orderId, [...orderIds]), sql`${given} > 0`))
    .orderBy(orderItems.orderId, orderItems.position);
}

export interface LockedLine {
  readonly line: ClaimLineRow;
  readonly orderId: string;
  readonly number: string;
  readonly customerId: string;
  readonly pharmacyId: string | null;
  /** What the ledger says of its order now. */
  readonly owed: number;
}

/**
 * Locks the orders of these lines, then reads them: what is given back of an order locks it too. The insurer is locked before, so that
 * two changes of its claims are one after the other.
 */
async function lockWhere(tx: Database, where: SQL): Promise<LockedLine[]> {
  const isMeant = sql`${orders.endedAt} is not null ${where}`;
  const ids = tx
    .select({ id: claimLines.orderId })
    .from(claimLines)
    .innerJoin(orders, eq(orders.id, claimLines.orderId))
    .where(isMeant);
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.id, ids))
    .orderBy(orders.id)
    .for('no key update');
  return tx
    .select({
      line: claimLines,
      orderId: orders.id,
      number: orders.number,
      customerId: orders.customerId,
      pharmacyId: orders.pharmacyId,
      owed: sql<number>`${owedOf(orders.id)}::float8`,
    })
    .from(claimLines)
    .innerJoin(orders, eq(orders.id, claimLines.orderId))
    .where(isMeant)
    .orderBy(orders.id);
}

/** Locks the orders of a claim. */
export const lockMonth = (tx: Database, of: Month): Promise<LockedLine[]> => lockWhere(tx, inMonth(of));

export async function lockLine(tx: Database, id: string): Promise<LockedLine | null> {
  const [line] = await lockWhere(tx, sql`and ${claimLines.id} = ${id}`);
  return line ?? null;
}

/** The insurer of a line; null for an unknown line. */
export async function findInsurerOfLine(db: Database, id: string): Promise<string | null> {
  const [row] = await db
    .select({ insurerId: claimLines.insurerId })
    .from(claimLines)
    .where(eq(claimLines.id, id));
  return row?.insurerId ?? null;
}

type Change = Pick<ClaimLineRow, 'state' | 'changedAt' | 'changedById'> &
  Partial<Pick<ClaimLineRow, 'amount' | 'sentAt' | 'reason' | 'bearer'>>;

export async function updateLine(tx: Database, id: string, change: Change): Promise<void> {
  await tx.update(claimLines).set(change).where(eq(claimLines.id, id));
}
