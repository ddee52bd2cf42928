import { owedStates } from '@amasin/domain/claims/lifecycle.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { claimLines } from '../database/schema/claims.ts';
import { type InsurerRow, insuranceCards, insurers } from '../database/schema/insurance.ts';
import { medications } from '../database/schema/medications.ts';
import { orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { entries, journals } from '../database/schema/payouts.ts';
import type { ChangeOf } from '../database/sql.ts';
import { Refusal } from '../refusal.ts';
import type { CardCopy } from './queries.ts';

/** Finds all insurers, in French order. */
export const findInsurers = (db: Database): Promise<InsurerRow[]> =>
  db.select().from(insurers).orderBy(sql`${insurers.name} collate "french"`, insurers.id);

export async function findInsurer(db: Database, id: string): Promise<InsurerRow | null> {
  const [row] = await db.select().from(insurers).where(eq(insurers.id, id));
  return row ?? null;
}

/** Finds the names of medicines, deleted ones too. */
export async function findLabels(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: medications.id, label: medications.label })
    .from(medications)
    .where(inArray(medications.id, [...ids]));
  return new Map(rows.map(({ id, label }) => [id, label]));
}

type NewInsurer = Omit<typeof insurers.$inferInsert, 'searchText'>;

/** @throws 409 INSURER_EXISTS when the name exists */
export async function insertInsurer(db: Database, insurer: NewInsurer): Promise<InsurerRow> {
  const [row] = await db
    .insert(insurers)
    .values({ ...insurer, searchText: searchText(insurer.name) })
    .onConflictDoNothing()
    .returning();
  if (row === undefined) throw new Refusal('INSURER_EXISTS');
  return row;
}

/** Changes the given fields, of which there must be at least one. */
export async function updateInsurerRow(
  db: Database,
  id: string,
  change: ChangeOf<typeof insurers>,
): Promise<InsurerRow> {
  const [row] = await db
    .update(insurers)
    .set({ ...change, ...(change.name !== undefined && { searchText: searchText(change.name) }) })
    .where(eq(insurers.id, id))
    .returning();
  if (row === undefined) throw new Error('the insurer was not found');
  return row;
}

/** The insurer of the card that was copied, once it is checked; null when nobody has named it, or the card has changed since. */
export async function findInsurerOfCard(db: Database, card: CardCopy): Promise<InsurerRow | null> {
  const [row] = await db
    .select({ insurer: insurers })
    .from(insuranceCards)
    .innerJoin(insurers, eq(insurers.id, insuranceCards.insurerId))
    .where(
      and(
        eq(insuranceCards.id, card.id),
        eq(insuranceCards.rate, card.rate),
        eq(insuranceCards.fileKey, card.fileKey),
        eq(insuranceCards.verified, true),
      ),
    );
  return row?.insurer ?? null;
}

/** Locks an insurer: of two payments that would be above its limit together, the second counts the first. */
export async function lockInsurer(tx: Database, id: string): Promise<InsurerRow> {
  const [row] = await tx.select().from(insurers).where(eq(insurers.id, id)).for('no key update');
  if (row === undefined) throw new Error('the insurer was not found');
  return row;
}

/** Sums what each insurer owes by the ledger, FCFA, for orders that it has neither paid nor refused. */
export async function sumOwed(db: Database, insurerId: string | null = null): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ id: string; owed: number }>(sql`
    select ${claimLines.insurerId} as id, sum(${entries.amount})::float8 as owed from ${claimLines}
      join ${journals} on ${journals.orderId} = ${claimLines.orderId}
      join ${entries} on ${entries.journalId} = ${journals.id} and ${entries.account} = 'insurer'
    where ${inArray(claimLines.state, [...owedStates])}
      ${insurerId === null ? sql`` : sql`and ${claimLines.insurerId} = ${insurerId}`}
    group by 1`);
  return new Map(rows.map(({ id, owed }) => [id, owed]));
}

interface OpenPayments {
  readonly insurerId: string;
  /** The baskets that are about to be paid are not counted. */
  readonly basketIds: readonly string[];
  /** A portal that was opened before can no longer be paid in. */
  readonly portalsSince: Date;
  /** Counts those of one customer only. */
  readonly customerId?: string;
}

/** Sums what an insurer would owe for payments that may still be paid, FCFA; one purchase counts once. */
export async function sumInsuredPayments(
  tx: Database,
  { insurerId, basketIds, portalsSince, customerId }: OpenPayments,
): Promise<number> {
  const { rows } = await tx.execute<{ sum: number }>(sql`
    select coalesce(sum(insured), 0)::float8 as sum from (
      select max(${payments.insuredReduction}) as insured from ${payments}
      where ${payments.insurerId} = ${insurerId} and ${payments.status} not in ('paid', 'review', 'refunded')
        and (${payments.status} = 'pending' or ${payments.createdAt} > ${portalsSince.toISOString()})
        and ${payments.basketId} <> all(${sql.param(basketIds)}::text[])
        ${customerId === undefined ? sql`` : sql`and ${payments.customerId} = ${customerId}`}
      group by ${payments.customerId}, ${payments.basketId}) open`);
  return rows[0]?.sum ?? 0;
}

/** Sums by the ledger what an insurer covers for a customer in orders that were paid in this time, FCFA. */
export async function sumCovered(
  tx: Database,
  { insurerId, customerId, from, to }: { insurerId: string; customerId: string; from: Date; to: Date },
): Promise<number> {
  const { rows } = await tx.execute<{ sum: number }>(sql`
    select coalesce(sum(${entries.amount}), 0)::float8 as sum from ${orders}
      join ${claimLines} on ${claimLines.orderId} = ${orders.id} and ${claimLines.insurerId} = ${insurerId}
      join ${journals} on ${journals.orderId} = ${orders.id}
      join ${entries} on ${entries.journalId} = ${journals.id} and ${entries.account} = 'insurer'
    where ${orders.customerId} = ${customerId} and ${orders.paidAt} >= ${from.toISOString()}
      and ${orders.paidAt} < ${to.toISOString()}`);
  return rows[0]?.sum ?? 0;
}

/** Names the insurer of a card that is still the one that was copied. */
export async function setInsurer(tx: Database, card: CardCopy, insurerId: string): Promise<void> {
  await tx
    .update(insuranceCards)
    .set({ insurerId })
    .where(
      and(
        eq(insuranceCards.id, card.id),
        eq(insuranceCards.rate, card.rate),
        eq(insuranceCards.fileKey, card.fileKey),
        isNotNull(insuranceCards.fileKey),
      ),
    );
}

/** Takes the mark off the unpaid orders that wait for an insurer with a checked card. @returns them */
export async function releaseWaiting(tx: Database, insurerId: string) {
  return tx
    .update(orders)
    .set({ cardAwaited: false })
    .where(
      and(
        eq(orders.state, 'pre-treatment'),
        eq(orders.cardAwaited, true),
        eq(orders.cardVerified, true),
        sql`${orders.cardId} in (select id from insurance_cards where insurer_id = ${insurerId})`,
      ),
    )
    .returning({ id: orders.id, number: orders.number, customerId: orders.customerId });
}
