import type { Earnings, OrderBenefit, PlatformBenefits } from '@amasin/domain/benefits/benefit.ts';
import { remainingOf, splitRemaining } from '@amasin/domain/benefits/journal.ts';
import type { Ctx } from '../ctx.ts';
import type { PageRequest } from '../database/lists/paging.ts';
import { findMoneyHold } from '../payments/money-hold-queries.ts';
import { findUser } from '../people/queries.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { readCounts } from '../stats/count-queries.ts';
import { findBalances, readPartnerBalance } from './balance-queries.ts';
import { presentOrderBenefit, presentPartner, presentShare } from './present.ts';
import { findEndingEntries, type SeenOrder } from './queries.ts';
import { splitOf } from './read-owed.ts';
import { senderTo } from './sending/choose-sender.ts';
import { findOpenPayouts, findPayoutAccounts, sumSending } from './sending/sending-queries.ts';
import { findShares } from './share-queries.ts';

/**
 * How the commission of an order was split when it ended. Reads the ledger only, so a repeated call returns the same
 * (rule 5).
 * @throws 409 ORDER_NOT_ENDED
 */
export async function calculateBenefits(ctx: Ctx, order: SeenOrder): Promise<OrderBenefit> {
  if (order.state !== 'ended') throw new Refusal('ORDER_NOT_ENDED');
  return presentOrderBenefit(order.id, await findEndingEntries(ctx.db, order.id));
}

/**
 * A partner's earnings. A partner always reads their own, whatever id they send.
 * @throws 422 INVALID without an id; 404 for a user who is not a partner
 */
export async function readPartnerBenefits(ctx: Ctx, requestedId: string | undefined): Promise<Earnings> {
  const id = ctx.actor.type === 'partnerDoctor' ? ctx.actor._id : requestedId;
  if (id === undefined) throw invalidField('id', 'Indiquez le partenaire');
  const partner = await findUser(ctx.db, id);
  if (partner?.type !== 'partnerDoctor') throw new Refusal('NOT_FOUND');
  const balance = await readPartnerBalance(ctx.db, id);
  const { payable, held } = splitRemaining(balance, partner.verified);
  const [sending, accounts] = await Promise.all([sumSending(ctx.db, id), findPayoutAccounts(ctx.db, [id])]);
  const account = accounts.get(id);
  return { ...balance, pending: payable, held, ...(sending > 0 && { sending }), ...(account && { account }) };
}

/** One page of what each of the caller's prescriptions earned. */
export async function listEarnedShares(ctx: Ctx, page: PageRequest) {
  const { rows, total } = await findShares(ctx.db, ctx.actor._id, page);
  return { earnings: rows.map(presentShare), total };
}

/** The platform's own share and every partner's, summed from the ledger (rule 6). */
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
