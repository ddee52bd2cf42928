import type { Earnings, OrderBenefit, PlatformBenefits } from '@amasin/domain/benefits/benefit.ts';
import { remainingOf, splitRemaining } from '@amasin/domain/benefits/journal.ts';
import type { Ctx } from '../ctx.ts';
import { findUser } from '../people/queries.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { findPartnersWithBalance, sumPartnerBalance, sumPlatformBalance } from './balance-queries.ts';
import { presentOrderBenefit, presentPartner } from './present.ts';
import { findEndingEntries, type SeenOrder } from './queries.ts';

/**
 * How the commission of an order was split when it ended. Nothing is calculated or written here: asked again, it answers
 * the same (RULES 5).
 * @throws 409 ORDER_NOT_ENDED
 */
export async function calculateBenefits(ctx: Ctx, order: SeenOrder): Promise<OrderBenefit> {
  if (order.state !== 'ended') throw new Refusal('ORDER_NOT_ENDED');
  return presentOrderBenefit(order.id, await findEndingEntries(ctx.db, order.id));
}

/**
 * What a partner earned: their own figures whatever id they send, those of the partner it names for anybody else.
 * @throws 422 without an id; 404 for whoever is no partner
 */
export async function readPartnerBenefits(ctx: Ctx, asked: string | undefined): Promise<Earnings> {
  const id = ctx.actor.type === 'partnerDoctor' ? ctx.actor._id : asked;
  if (id === undefined) throw invalidField('id', 'Indiquez le partenaire');
  const partner = await findUser(ctx.db, id);
  if (partner?.type !== 'partnerDoctor') throw new Refusal('NOT_FOUND');
  const balance = await sumPartnerBalance(ctx.db, id);
  const { payable, held } = splitRemaining(balance, partner.verified);
  return { ...balance, pending: payable, held };
}

/** The platform's own share and every partner's, summed afresh (RULES 6). */
export async function readPlatformBenefits(ctx: Ctx): Promise<PlatformBenefits> {
  const [platform, partners] = await Promise.all([
    sumPlatformBalance(ctx.db),
    findPartnersWithBalance(ctx.db),
  ]);
  return { ...platform, totalToPay: remainingOf(platform), partners: partners.map(presentPartner) };
}
