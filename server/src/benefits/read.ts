import type {
  CommissionSplit,
  Earnings,
  OrderBenefit,
  PlatformBenefits,
} from '@amasin/domain/benefits/benefit.ts';
import { remainingOf, splitRemaining } from '@amasin/domain/benefits/journal.ts';
import { isPaidState } from '@amasin/domain/orders/lifecycle.ts';
import type { owedAmounts } from '@amasin/domain/stats/owner.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { type Count, readCounts } from '../database/count-queries.ts';
import type { PageRequest } from '../database/paging.ts';
import { findMoneyHold } from '../payments/queries.ts';
import { findUser } from '../people/queries.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { findBalances, findTotals, type PartnerTotals, sumPartnerBalance } from './balance-queries.ts';
import { senderTo } from './choose-sender.ts';
import { findOpenPayouts, findPayoutAccounts, sumSending } from './payout-queries.ts';
import { presentOrderBenefit, presentPartner, presentShare } from './present.ts';
import { findEndingEntries, findShares, type SeenOrder } from './queries.ts';

/**
 * Reads from the ledger how the commission of an order was split when it ended, so a repeated call returns the same
 * (rule 5).
 * @throws 409 ORDER_NOT_ENDED
 */
export async function calculateBenefits(ctx: Ctx, order: SeenOrder): Promise<OrderBenefit> {
  if (order.state !== 'ended') throw new Refusal('ORDER_NOT_ENDED');
  return presentOrderBenefit(order.id, await findEndingEntries(ctx.db, order.id));
}

/**
 * Reads a partner's earnings. A partner always reads their own, whatever id they send.
 * @throws 422 INVALID without an id; 404 for a user who is not a partner
 */
export async function readPartnerBenefits(ctx: Ctx, requestedId: string | undefined): Promise<Earnings> {
  const id = ctx.actor.type === 'partnerDoctor' ? ctx.actor._id : requestedId;
  if (id === undefined) throw invalidField('id', 'Indiquez le partenaire');
  const partner = await findUser(ctx.db, id);
  if (partner?.type !== 'partnerDoctor') throw new Refusal('NOT_FOUND');
  const balance = await sumPartnerBalance(ctx.db, id);
  const { payable, held } = splitRemaining(balance, partner.verified);
  const [sending, accounts] = await Promise.all([sumSending(ctx.db, id), findPayoutAccounts(ctx.db, [id])]);
  const account = accounts.get(id);
  return { ...balance, pending: payable, held, ...(sending > 0 && { sending }), ...(account && { account }) };
}

/** Lists one page of the shares that the caller's prescriptions earned. */
export async function listEarnedShares(ctx: Ctx, page: PageRequest) {
  const { rows, total } = await findShares(ctx.db, ctx.actor._id, page);
  return { earnings: rows.map(presentShare), total };
}

/** Reads the platform's own share and every partner's, summed from the ledger (rule 6). */
export async function readPlatformBenefits(ctx: Ctx): Promise<PlatformBenefits> {
  const [{ platform, partners }, counts, { length: openPayouts }, hold] = await Promise.all([
    findBalances(ctx.db),
    readCounts(ctx.db, 'orders'),
    findOpenPayouts(ctx.db),
    findMoneyHold(ctx.db),
  ]);
  return {
    ...platform,
    totalToPay: remainingOf(platform),
    partners: partners.map((one) => presentPartner(one, (account) => senderTo(ctx, account))),
    commission: splitOf(counts, partners),
    ...(openPayouts > 0 && { openPayouts }),
    ...(hold !== null && { moneyWaits: true as const }),
  };
}

const sum = <T>(rows: readonly T[], amountOf: (row: T) => number) =>
  rows.reduce((total, row) => total + amountOf(row), 0);

/**
 * Reads what is owed to whom, and where the commission is. The ledger has several entries for each order, so the sums over orders are
 * read from their stored counts, which are equal; partners and payouts are read from the ledger.
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

/** Splits the commission of all paid orders, which is shared when its order ends. */
function splitOf(counts: readonly Count[], partners: readonly PartnerTotals[]): CommissionSplit {
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
