import type { OrderBenefit } from '@amasin/domain/benefits/benefit.ts';
import type { Ctx } from '../ctx.ts';
import { Refusal } from '../refusal.ts';
import { presentOrderBenefit } from './present.ts';
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
