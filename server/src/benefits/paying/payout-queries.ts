import { payoutEntries } from '@amasin/domain/benefits/journal.ts';
import { and, asc, desc, eq, gt, inArray, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../database/database.ts';
import { entries, journals } from '../../database/schema/ledger.ts';
import { payouts } from '../../database/schema/money/payouts.ts';
import { users } from '../../database/schema/users.ts';
import { lockByName } from '../../database/statements/lock-by-name.ts';
import { insertJournals } from '../queries.ts';

/**
 * Locks the partners among these users against payouts and verification until the transaction ends, in the order of their
 * ids to avoid deadlocks. Recording what they earn does not wait for this lock.
 */
export async function lockPartners(
  tx: Database,
  ids: readonly string[],
): Promise<{ id: string; verified: boolean }[]> {
  return tx
    .select({ id: users.id, verified: users.verified })
    .from(users)
    .where(and(inArray(users.id, [...ids]), eq(users.type, 'partnerDoctor')))
    .orderBy(asc(users.id))
    .for('no key update');
}

/** An advisory lock, because the platform has no row: one payout to it at a time. */
export const lockPlatform = (tx: Database): Promise<void> => lockByName(tx, 'platform payout');

/** `To`: a partner's id, or null for the platform itself. */
interface NewPayout<To extends string | null> {
  readonly partnerId: To;
  readonly amount: number;
}

export interface Payout<To extends string | null> extends NewPayout<To> {
  readonly id: string;
  readonly at: Date;
}

/** Inserts the journals of these payouts; returns each with its id. */
export async function insertPayouts<To extends string | null>(
  tx: Database,
  { actorId, at }: { actorId: string; at: Date },
  payouts: readonly NewPayout<To>[],
): Promise<Payout<To>[]> {
  const journals = payouts.map(({ partnerId, amount }) => ({
    kind: 'payout' as const,
    actorId,
    at,
    entries: payoutEntries(partnerId, amount),
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
      /** The name; null for the platform. */
      partner: partners.name,
      /** Of one that a provider makes; null for one that was noted as paid by hand at once. */
      state: payouts.state,
    })
    .from(entries)
    .innerJoin(journals, eq(journals.id, entries.journalId))
    .innerJoin(users, eq(users.id, journals.actorId))
    .leftJoin(partners, eq(partners.id, entries.beneficiaryId))
    .leftJoin(payouts, eq(payouts.journalId, journals.id));

/** Payouts, latest first. */
export const findPayouts = (db: Database, limit: number) =>
  selectPayouts(db)
    // Only payouts have no order, which an index finds.
    .where(and(isNull(journals.orderId), eq(journals.kind, 'payout'), gt(entries.amount, 0)))
    .orderBy(desc(journals.at), desc(journals.id))
    .limit(limit);

export type PayoutRecord = Awaited<ReturnType<typeof findPayouts>>[number];

/** The latest payout to a partner, or to the platform if null. */
export async function findLastPayout(db: Database, partnerId: string | null): Promise<PayoutRecord | null> {
  const [row] = await selectPayouts(db)
    .where(
      and(
        eq(entries.account, partnerId === null ? 'platform' : 'partner'),
        partnerId === null ? isNull(entries.beneficiaryId) : eq(entries.beneficiaryId, partnerId),
        gt(entries.amount, 0),
      ),
    )
    .orderBy(desc(journals.at), desc(journals.id))
    .limit(1);
  return row ?? null;
}
