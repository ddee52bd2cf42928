import type { CommissionSplit } from '@amasin/domain/benefits/benefit.ts';
import { splitRemaining } from '@amasin/domain/benefits/journal.ts';
import { isPaidState } from '@amasin/domain/orders/lifecycle.ts';
import type { owedAmounts } from '@amasin/domain/stats/owner.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { type Count, readCounts } from '../stats/count-queries.ts';
import { findTotals, type PartnerTotals } from './balance-queries.ts';

const sum = <T>(rows: readonly T[], amountOf: (row: T) => number) =>
  rows.reduce((total, row) => total + amountOf(row), 0);

/**
 * What is owed to whom, and where the commission is. The ledger has several entries for each order: what orders brought in is
 * read from the counts kept of them, which equal its sums; partners and payouts are read from the ledger.
 */
export async function readOwed({
  db,
}: Pick<Ctx, 'db'>): Promise<{ owed: z.output<typeof owedAmounts>; commission: CommissionSplit }> {
  const [found, { platform, partners }] = await Promise.all([readCounts(db, 'orders'), findTotals(db)]);
  const commission = splitOf(found, partners);
  // Pharmacies, couriers and insurers have no payouts yet (rule 5).
  const paid = found.filter(({ state }) => isPaidState(state));
  const pharmacies = sum(paid, ({ medicines }) => medicines);
  const couriers = sum(paid, ({ deliveryFees }) => deliveryFees);
  const owed = {
    pharmacies,
    couriers,
    partners: sum(partners, (one) => splitRemaining(one, one.verified).payable),
    held: commission.held,
    platform: commission.platform - platform.totalPaid,
    insurers: pharmacies + couriers + sum(paid, (row) => row.commission - row.paid),
  };
  return { owed, commission };
}

/** Where the commission of all paid orders is: it is shared when its order ends. */
export function splitOf(counts: readonly Count[], partners: readonly PartnerTotals[]): CommissionSplit {
  const commissionOf = (matches: (state: string) => boolean) =>
    sum(
      counts.filter(({ state }) => matches(state)),
      ({ commission }) => commission,
    );
  const toPartners = sum(partners, ({ total }) => total);
  return {
    waiting: commissionOf((state) => isPaidState(state) && state !== 'ended'),
    platform: commissionOf((state) => state === 'ended') - toPartners,
    partners: toPartners,
    held: sum(partners, (one) => splitRemaining(one, one.verified).held),
  };
}
