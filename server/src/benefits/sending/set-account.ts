import { isDeepStrictEqual } from 'node:util';
import type { Earnings } from '@amasin/domain/benefits/benefit.ts';
import type { payoutAccountChange } from '@amasin/domain/benefits/payout-account.ts';
import type { z } from 'zod';
import { record } from '../../audit/recording/record.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { notify } from '../../notifications/notify.ts';
import { checkOwnPassword } from '../../session/own/check-own-password.ts';
import { accountChanged } from '../announce.ts';
import { readPartnerBenefits } from '../read-benefits.ts';
import { findPayoutAccounts, upsertPayoutAccount } from './sending-queries.ts';

/**
 * The caller says, with their password, where to be paid. A payout that is decided already goes where it was decided. They are told
 * when it was another account.
 * @throws 422 WRONG_PASSWORD; 429 TOO_MANY_TRIES
 */
export async function setPayoutAccount(
  ctx: Ctx,
  { currentPassword, ...account }: z.output<typeof payoutAccountChange>,
): Promise<Earnings> {
  const { _id: id } = ctx.actor;
  await checkOwnPassword(ctx, currentPassword);
  await transact(ctx.db, async (tx) => {
    const before = (await findPayoutAccounts(tx, [id])).get(id);
    await upsertPayoutAccount(tx, id, account);
    await record(ctx, tx, { action: 'change', kind: 'user', id, details: { fields: ['payoutAccount'] } });
    if (before !== undefined && !isDeepStrictEqual(before, account))
      await notify(ctx.jobs, tx, ctx.clock.now(), [accountChanged(id, account)]);
  });
  return readPartnerBenefits(ctx, id);
}
