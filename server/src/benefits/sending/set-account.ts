import type { Earnings } from '@amasin/domain/benefits/benefit.ts';
import type { Ctx } from '../../ctx.ts';
import { readPartnerBenefits } from '../read-benefits.ts';
import { type PayoutAccount, upsertPayoutAccount } from './sending-queries.ts';

/** The caller says where to be paid. A payout that is decided already goes where it was decided. */
export async function setPayoutAccount(ctx: Ctx, account: PayoutAccount): Promise<Earnings> {
  await upsertPayoutAccount(ctx.db, ctx.actor._id, account);
  return readPartnerBenefits(ctx, ctx.actor._id);
}
