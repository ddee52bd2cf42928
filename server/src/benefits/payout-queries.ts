import { type Payee, payoutEntries } from '@amasin/domain/benefits/journal.ts';
import { isPayeeType, type PayeeType } from '@amasin/domain/benefits/payee.ts';
import type { PayoutState } from '@amasin/domain/benefits/payout-state.ts';
import type { PayeeTerms } from '@amasin/domain/benefits/settlement.ts';
import type { Operator } from '@amasin/domain/payments/operators.ts';
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import {
  entries,
  journals,
  type PayoutRow,
  payoutAccounts,
  payouts,
  payoutTerms,
} from '../database/schema/payouts.ts';
import { users } from '../database/schema/users.ts';
import { lockByName } from '../database/sql.ts';
import { insertJournals } from '../payments/journal-queries.ts';

interface LockedPayee extends Payee {
  readonly verified: boolean;
}

/**
 * Locks the payees among these users against payouts and verification until the transaction ends, in the order of their
 * ids to avoid deadlocks. Recording what they earn does not wait for this lock; what takes something off does.
 */
export async function lockPayees(tx: Database, ids: readonly string[]): Promise<LockedPayee[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({ id: users.id, type: users.type, verified: users.verified })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.id))
    .for('no key update');
  return rows.flatMap(({ type, verified, ...row }) =>
    isPayeeType(type) ? [{ ...row, type, verified: verified || type !== 'partnerDoctor' }] : [],
  );
}

/** Lets one payout to the platform run at a time. The lock is advisory, because the platform has no row. */
export const lockPlatform = (tx: Database): Promise<void> => lockByName(tx, 'platform payout');

/** `To` is a payee, or null for the platform itself. */
interface NewPayout<To extends Payee | null> {
  readonly to: To;
  readonly amount: number;
}

export interface Payout<To extends Payee | null> extends NewPayout<To> {
  readonly id: string;
  readonly at: Date;
}

/** Inserts the journals of these payouts; returns each with its id. */
export async function insertPayouts<To extends Payee | null>(
  tx: Database,
  { actorId, at }: { actorId: string; at: Date },
  payouts: readonly NewPayout<To>[],
): Promise<Payout<To>[]> {
  const journals = payouts.map(({ to, amount }) => ({
    kind: 'payout' as const,
    actorId,
    at,
    entries: payoutEntries(to, amount),
  }));
  const ids = await insertJournals(tx, journals);
  return payouts.map((payout, index) => ({ ...payout, id: ids[index] ?? '', at }));
}

const partners = alias(users, 'partners');

const selectPayouts = (db: Database) =>
  db
    .select({
      id: journals.id,
      at: journals.at,
      amount: entries.amount,
      actor: users.name,
      /** Null for the platform. */
      partner: partners.name,
      /** Null for a payout that was noted as paid by hand at once: no provider makes it. */
      state: payouts.state,
    })
    .from(entries)
    .innerJoin(journals, eq(journals.id, entries.journalId))
    .innerJoin(users, eq(users.id, journals.actorId))
    .leftJoin(partners, eq(partners.id, entries.beneficiaryId))
    .leftJoin(payouts, eq(payouts.journalId, journals.id));

/** Finds the payouts, latest first. */
export const findPayouts = (db: Database, limit: number) =>
  selectPayouts(db)
    // The first condition is that of an index: payouts have no order.
    .where(and(isNull(journals.orderId), eq(journals.kind, 'payout'), gt(entries.amount, 0)))
    .orderBy(desc(journals.at), desc(journals.id))
    .limit(limit);

export type PayoutRecord = Awaited<ReturnType<typeof findPayouts>>[number];

/** Finds the latest payout to a payee, or to the platform if null. */
export async function findLastPayout(db: Database, payeeId: string | null): Promise<PayoutRecord | null> {
  const isIts =
    payeeId === null
      ? and(eq(entries.account, 'platform'), isNull(entries.beneficiaryId))
      : and(eq(entries.beneficiaryId, payeeId), ne(entries.account, 'corrected'));
  const [row] = await selectPayouts(db)
    .where(and(isIts, gt(entries.amount, 0)))
    .orderBy(desc(journals.at), desc(journals.id))
    .limit(1);
  return row ?? null;
}

export interface PayoutAccount {
  readonly operator: Operator;
  readonly phone: string;
  /** When it replaced another one. */
  readonly changedAt?: Date | null;
}

/** Finds the accounts on which these payees are paid, by their ids. */
export async function findPayoutAccounts(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, PayoutAccount>> {
  const rows = await db
    .select()
    .from(payoutAccounts)
    .where(inArray(payoutAccounts.userId, [...ids]));
  return new Map(
    rows.map(({ userId, operator, phone, changedAt }) => [userId, { operator, phone, changedAt }]),
  );
}

export async function upsertPayoutAccount(
  db: Database,
  userId: string,
  account: PayoutAccount,
): Promise<void> {
  await db
    .insert(payoutAccounts)
    .values({ userId, ...account })
    .onConflictDoUpdate({ target: payoutAccounts.userId, set: account });
}

export async function insertPayoutRows(
  tx: Database,
  rows: readonly (typeof payouts.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await tx.insert(payouts).values([...rows]);
}

export async function findPayout(db: Database, id: string): Promise<PayoutRow | null> {
  const [row] = await db.select().from(payouts).where(eq(payouts.id, id));
  return row ?? null;
}

/** Locks a payout until the transaction ends. */
export async function lockPayout(tx: Database, id: string): Promise<PayoutRow> {
  const [row] = await tx.select().from(payouts).where(eq(payouts.id, id)).for('no key update');
  if (row === undefined) throw new Error('the payout was not found');
  return row;
}

/** Finds the payout that replaces a failed one; null while there is none. */
export async function findReplacement(db: Database, id: string): Promise<PayoutRow | null> {
  const [row] = await db.select().from(payouts).where(eq(payouts.replacesId, id));
  return row ?? null;
}

export interface DuePayout {
  readonly payout: PayoutRow;
  readonly name: string;
  readonly type: PayeeType;
}

/** A payout is made to a payee, whose type does not change (users/accounts.ts). */
const ofPayee = { payout: payouts, name: users.name, type: sql<PayeeType>`${users.type}` };

/** Finds the payouts that are due, longest overdue first. */
export function findDuePayouts(db: Database, now: Date, limit: number): Promise<DuePayout[]> {
  return db
    .select(ofPayee)
    .from(payouts)
    .innerJoin(users, eq(users.id, payouts.beneficiaryId))
    .where(lte(payouts.nextTryAt, now))
    .orderBy(asc(payouts.nextTryAt))
    .limit(limit);
}

/** Schedules the next try; false when it was tried or settled since it was read. */
export async function schedulePayout(
  db: Database,
  { id, tries }: PayoutRow,
  nextTryAt: Date,
): Promise<boolean> {
  const scheduled = await db
    .update(payouts)
    .set({ nextTryAt, tries: tries + 1 })
    .where(and(eq(payouts.id, id), eq(payouts.tries, tries), isNotNull(payouts.nextTryAt)))
    .returning({ id: payouts.id });
  return scheduled.length > 0;
}

/** Stores the provider's id of a prepared payout, once; false when there is one already. */
export async function namePayout(db: Database, id: string, providerPayoutId: string): Promise<boolean> {
  const named = await db
    .update(payouts)
    .set({ providerPayoutId })
    .where(and(eq(payouts.id, id), eq(payouts.state, 'asked'), isNull(payouts.providerPayoutId)))
    .returning({ id: payouts.id });
  return named.length > 0;
}

export async function updatePayout(
  tx: Database,
  id: string,
  change: Partial<typeof payouts.$inferInsert> & { state: PayoutState },
): Promise<void> {
  await tx.update(payouts).set(change).where(eq(payouts.id, id));
}

const isSentSince = (since: Date) =>
  and(
    isNotNull(payouts.providerPayoutId),
    ne(payouts.state, 'failed'),
    // The time of the decision does not count: a payout may wait for days before it is sent.
    or(isNull(payouts.settledAt), gt(payouts.settledAt, since)),
  );

const isOnItsWay = inArray(payouts.state, ['asked', 'sent']);

/** Sums the payouts that are on their way to a payee, FCFA. */
export async function sumSending(db: Database, payeeId: string): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${payouts.amount}), 0)`.mapWith(Number) })
    .from(payouts)
    .where(and(eq(payouts.beneficiaryId, payeeId), isOnItsWay));
  return row?.sum ?? 0;
}

/** Sums the payouts that are on their way, FCFA, by payee. */
export async function sumAllSending(db: Database): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: payouts.beneficiaryId, sum: sql<number>`sum(${payouts.amount})`.mapWith(Number) })
    .from(payouts)
    .where(isOnItsWay)
    .groupBy(payouts.beneficiaryId);
  return new Map(rows.map(({ id, sum }) => [id, sum]));
}

/** Finds when each payee was last paid. */
export async function findLastPaid(db: Database): Promise<Map<string, Date>> {
  const { rows } = await db.execute<{ id: string; at: string }>(sql`
    select ${entries.beneficiaryId} as id, max(${entries.at}) as at from ${entries}
    where ${entries.beneficiaryId} is not null and ${entries.amount} > 0 and ${entries.account} <> 'corrected'
    group by 1`);
  return new Map(rows.map(({ id, at }) => [id, new Date(at)]));
}

/** Counts the payouts that telephones got, or are getting, from providers since then, by number. */
export async function countSentToAll(db: Database, since: Date): Promise<Map<string, number>> {
  const rows = await db
    .select({ phone: payouts.phone, sent: count() })
    .from(payouts)
    .where(isSentSince(since))
    .groupBy(payouts.phone);
  return new Map(rows.flatMap(({ phone, sent }) => (phone === null ? [] : [[phone, sent]])));
}

export type PayoutTermsRow = typeof payoutTerms.$inferSelect;

/** Finds the terms that were set for these payees, by their ids; for all without ids. */
export async function findTerms(db: Database, ids?: readonly string[]): Promise<Map<string, PayoutTermsRow>> {
  const rows = await db
    .select()
    .from(payoutTerms)
    .where(ids && inArray(payoutTerms.userId, [...ids]));
  return new Map(rows.map((row) => [row.userId, row]));
}

export async function upsertTerms(db: Database, userId: string, terms: PayeeTerms): Promise<void> {
  await db
    .insert(payoutTerms)
    .values({ userId, ...terms })
    .onConflictDoUpdate({ target: payoutTerms.userId, set: terms });
}

/** A page shows this many at most. */
const MAX_OPEN = 100;

/** Finds the payouts that are not done, and the failed ones after which the payee was not paid; the oldest first. */
export function findOpenPayouts(db: Database): Promise<DuePayout[]> {
  const paidSince = sql`exists (select from entries e join journals j on j.id = e.journal_id
    where e.account <> 'corrected' and e.beneficiary_id = ${payouts.beneficiaryId} and e.amount_fcfa > 0
      and j.id <> ${payouts.journalId} and j.at >= ${payouts.settledAt})`;
  return db
    .select(ofPayee)
    .from(payouts)
    .innerJoin(users, eq(users.id, payouts.beneficiaryId))
    .where(
      or(inArray(payouts.state, ['asked', 'sent']), and(eq(payouts.state, 'failed'), sql`not ${paidSince}`)),
    )
    .orderBy(asc(payouts.askedAt), asc(payouts.id))
    .limit(MAX_OPEN);
}
