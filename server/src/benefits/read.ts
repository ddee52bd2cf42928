import type {
  CommissionSplit,
  Earnings,
  OrderBenefit,
  PlatformBenefits,
} from '@amasin/domain/benefits/benefit.ts';
import { type Account, type Balance, remainingOf, splitRemaining } from '@amasin/domain/benefits/journal.ts';
import type { PayeeType } from '@amasin/domain/benefits/payee.ts';
import type { MoneyOverview } from '@amasin/domain/benefits/settlement.ts';
import type { owedAmounts } from '@amasin/domain/stats/owner.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import type { PageRequest } from '../database/paging.ts';
import { senderTo } from '../payments/choose-sender.ts';
import { findMoneyHold } from '../payments/queries.ts';
import { findUser } from '../people/queries.ts';
import { invalidField, Refusal } from '../refusal.ts';
import {
  findBalances,
  findTotals,
  type LedgerSums,
  type PayeeTotals,
  sumBalance,
} from './balance-queries.ts';
import { findOpenPayouts, findPayoutAccounts, sumAllSending, sumSending } from './payout-queries.ts';
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
  const balance = await sumBalance(ctx.db, id);
  const { payable, held } = splitRemaining(balance, partner.verified);
  const [sending, accounts] = await Promise.all([sumSending(ctx.db, id), findPayoutAccounts(ctx.db, [id])]);
  const { operator, phone } = accounts.get(id) ?? {};
  const account = operator !== undefined && phone !== undefined ? { operator, phone } : null;
  return { ...balance, pending: payable, held, ...(sending > 0 && { sending }), ...(account && { account }) };
}

/** Lists one page of the shares that the caller's prescriptions earned. */
export async function listEarnedShares(ctx: Ctx, page: PageRequest) {
  const { rows, total } = await findShares(ctx.db, ctx.actor._id, page);
  return { earnings: rows.map(presentShare), total };
}

/** Reads the platform's own share and every partner's, summed from the ledger (rule 6). */
export async function readPlatformBenefits(ctx: Ctx): Promise<PlatformBenefits> {
  const { platform, partners, sums } = await findBalances(ctx.db);
  const [{ length: openPayouts }, hold] = await Promise.all([findOpenPayouts(ctx.db), findMoneyHold(ctx.db)]);
  return {
    ...platform,
    totalToPay: Math.max(0, remainingOf(platform)),
    partners: partners.map((one) => presentPartner(one, (account) => senderTo(ctx, account))),
    commission: splitOf(sums, platform, partners),
    ...(openPayouts > 0 && { openPayouts }),
    ...(hold !== null && { moneyWaits: true as const }),
  };
}

const sum = <T>(rows: readonly T[], amountOf: (row: T) => number) =>
  rows.reduce((total, row) => total + amountOf(row), 0);

/** What is owed on an account to nobody in particular, FCFA; below 0 for what is owed to us. */
function openOn(sums: LedgerSums, account: Account): number {
  const { credits, debits } = sums.get(`${account} null`) ?? { credits: 0, debits: 0 };
  return credits - debits;
}

/** Reads what is owed to whom, and where the commission is, summed from the ledger. */
export async function readOwed({
  db,
}: Pick<Ctx, 'db'>): Promise<{ owed: z.output<typeof owedAmounts>; commission: CommissionSplit }> {
  const { platform, payees, sums } = await findTotals(db);
  const partners = payees.filter(({ type }) => type === 'partnerDoctor');
  const commission = splitOf(sums, platform, partners);
  const owed = {
    pharmacies: Math.max(0, owedTo(payees, 'pharmacy') + openOn(sums, 'pharmacy')),
    couriers: Math.max(0, owedTo(payees, 'deliveryPerson') + openOn(sums, 'courier')),
    partners: sum(partners, (one) => splitRemaining(one, one.verified).payable),
    held: commission.held,
    platform: Math.max(0, remainingOf(platform)),
    insurers: Math.max(0, 0 - openOn(sums, 'insurer')),
  };
  return { owed, commission };
}

const owedTo = (payees: readonly PayeeTotals[], type: PayeeType) =>
  sum(
    payees.filter((one) => one.type === type),
    remainingOf,
  );

/** Splits the commission of all paid orders, which is shared when its order ends. */
function splitOf(
  sums: LedgerSums,
  platform: Balance,
  partners: readonly (Balance & { readonly verified: boolean })[],
): CommissionSplit {
  return {
    waiting: openOn(sums, 'commission'),
    platform: Math.max(0, platform.total),
    partners: Math.max(
      0,
      sum(partners, ({ total }) => total),
    ),
    held: sum(partners, (one) => splitRemaining(one, one.verified).held),
  };
}

/** Reads where all the money is: what came in is owed, sent or kept, to the franc. */
export async function readMoney({ db }: Ctx): Promise<MoneyOverview> {
  const [{ platform, payees, sums }, sending] = await Promise.all([findTotals(db), sumAllSending(db)]);
  const all = [...sums.values()];
  const received = 0 - openOn(sums, 'customer');
  const insurers = 0 - openOn(sums, 'insurer');
  const underWay = {
    medicines: openOn(sums, 'pharmacy'),
    delivery: openOn(sums, 'courier'),
    commission: openOn(sums, 'commission'),
  };
  const owed = {
    pharmacies: owedTo(payees, 'pharmacy'),
    couriers: owedTo(payees, 'deliveryPerson'),
    partners: owedTo(payees, 'partnerDoctor'),
    customers: openOn(sums, 'refund'),
  };
  const returned = sum(
    all.filter(({ account }) => account === 'returned'),
    ({ credits }) => credits,
  );
  // The bank has the payouts, those that came back, and what insurers paid.
  const bank = sums.get('bank null') ?? { credits: 0, debits: 0 };
  const sent = bank.credits - returned;
  const fromInsurers = bank.debits - returned;
  const kept = remainingOf(platform) + openOn(sums, 'kept');
  const parts = [...Object.values(underWay), ...Object.values(owed), sent, kept];
  return {
    received,
    fromInsurers,
    insurers,
    underWay,
    owed,
    sent,
    sending: sum([...sending.values()], (amount) => amount),
    returned,
    kept,
    addsUp: sum(parts, (amount) => amount) === received + fromInsurers + insurers,
  };
}
