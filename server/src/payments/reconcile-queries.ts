import { and, eq, gte, inArray, isNotNull, or } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { payments } from '../database/schema/payments.ts';
import { payouts } from '../database/schema/payouts.ts';
import { refunds, strayDebits } from '../database/schema/refunds.ts';

/** This database records such money at a provider. */
export interface OurMoney {
  /** Our transaction id, or our number of the payout. */
  readonly ours: string;
  readonly amount: number;
  /** `none`: no money has moved, as far as is known here. */
  readonly state: 'paid' | 'refunded' | 'waiting' | 'none';
  readonly at: Date;
}

const paymentStates = {
  paid: 'paid',
  review: 'paid',
  refunded: 'refunded',
  pending: 'waiting',
  failed: 'none',
  cancelled: 'none',
  expired: 'none',
} as const;

const payoutStates = { done: 'paid', sent: 'waiting', asked: 'waiting', failed: 'none' } as const;

/** Finds the payments of a provider since then, and those with these ids. */
export async function findOurPayments(
  db: Database,
  provider: string,
  since: Date,
  ids: readonly string[],
): Promise<OurMoney[]> {
  const rows = await db
    .select({
      ours: payments.transactionId,
      amount: payments.amount,
      status: payments.status,
      at: payments.createdAt,
    })
    .from(payments)
    .where(
      and(
        eq(payments.provider, provider),
        or(gte(payments.createdAt, since), inArray(payments.transactionId, [...ids])),
      ),
    );
  return rows.map(({ status, ...row }) => ({ ...row, state: paymentStates[status] }));
}

/** Finds the payouts of a provider since then, and those with these ids. */
export async function findOurPayouts(
  db: Database,
  provider: string,
  since: Date,
  ids: readonly string[],
): Promise<OurMoney[]> {
  const rows = await db
    .select({ ours: payouts.id, amount: payouts.amount, state: payouts.state, at: payouts.askedAt })
    .from(payouts)
    .where(
      and(eq(payouts.provider, provider), or(gte(payouts.askedAt, since), inArray(payouts.id, [...ids]))),
    );
  // A refund may go to the number that paid as a payout under its own number.
  const back = await db
    .select({
      ours: refunds.id,
      amount: refunds.amount,
      state: refunds.state,
      at: refunds.askedAt,
      way: refunds.way,
    })
    .from(refunds)
    .where(
      and(
        eq(refunds.payoutProvider, provider),
        or(gte(refunds.askedAt, since), inArray(refunds.id, [...ids])),
      ),
    );
  return [
    ...rows.map((row) => ({ ...row, state: payoutStates[row.state] })),
    // One that has failed is paid by hand, and nothing is sent.
    ...back.map(({ way, state, ...row }) => ({
      ...row,
      state: way === 'payout' ? payoutStates[state] : ('none' as const),
    })),
  ];
}

/** Finds which of these transactions have money that supervisors already see beside the payments. */
export async function findKnownDebits(
  db: Database,
  provider: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ id: strayDebits.transactionId })
    .from(strayDebits)
    .where(
      and(
        eq(strayDebits.provider, provider),
        inArray(strayDebits.transactionId, [...ids]),
        isNotNull(strayDebits.reference),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}
