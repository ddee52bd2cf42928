import { payoutEntries } from '@amasin/domain/benefits/journal.ts';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { users } from '../../database/schema/users.ts';
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
export async function lockPlatform(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('platform payout', 0))`);
}

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
