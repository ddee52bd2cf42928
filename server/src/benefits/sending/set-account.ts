import type { Earnings } from '@amasin/domain/benefits/benefit.ts';
import { record } from '../../audit/recording/record.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { readPartnerBenefits } from '../read-benefits.ts';
import { type PayoutAccount, upsertPayoutAccount } from './sending-queries.ts';

/** The caller says where to be paid. A payout that is decided already goes where it was decided. */
export async function setPayoutAccount(ctx: Ctx, account: PayoutAccount): Promise<Earnings> {
  const { _id: id } = ctx.actor;
  await transact(ctx.db, async (tx) => {
    await upsertPayoutAccount(tx, id, account);
    await record(ctx, tx, { action: 'change', kind: 'user', id, details: { fields: ['payoutAccount'] } });
  });
  return readPartnerBenefits(ctx, id);
}
