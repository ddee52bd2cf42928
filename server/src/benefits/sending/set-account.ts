import { isDeepStrictEqual } from 'node:util';
import type { Earnings } from '@amasin/domain/benefits/benefit.ts';
import { record } from '../../audit/recording/record.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { notify } from '../../notifications/notify.ts';
import { accountChanged } from '../announce.ts';
import { readPartnerBenefits } from '../read-benefits.ts';
import { findPayoutAccounts, type PayoutAccount, upsertPayoutAccount } from './sending-queries.ts';

/**
 * The caller says where to be paid. A payout that is decided already goes where it was decided. They are told when it was another
 * account: someone with their session could redirect what they earn.
 */
export async function setPayoutAccount(ctx: Ctx, account: PayoutAccount): Promise<Earnings> {
  const { _id: id } = ctx.actor;
  await transact(ctx.db, async (tx) => {
    const before = (await findPayoutAccounts(tx, [id])).get(id);
    await upsertPayoutAccount(tx, id, account);
    await record(ctx, tx, { action: 'change', kind: 'user', id, details: { fields: ['payoutAccount'] } });
    if (before !== undefined && !isDeepStrictEqual(before, account))
      await notify(ctx.jobs, tx, ctx.clock.now(), [accountChanged(id, account)]);
  });
  return readPartnerBenefits(ctx, id);
}
