import { ACCOUNT_WAIT_HOURS } from '@amasin/domain/benefits/settlement.ts';
import { HOUR_MS } from '@amasin/domain/contract/time.ts';
import type { Ctx } from '../ctx.ts';
import { providersOf } from '../ports/configured-providers.ts';
import { withTimeout } from '../ports/with-timeout.ts';
import type { PayoutAccount } from './payout-queries.ts';

/** Whether the account was changed so lately that money does not follow yet (rule 57). */
export const isNewAccount = ({ changedAt }: PayoutAccount, now: Date): boolean =>
  changedAt != null && now.getTime() - changedAt.getTime() < ACCOUNT_WAIT_HOURS * HOUR_MS;

/** What the providers say can be paid out, FCFA, before what we have asked for; null when one of them does not say. */
export async function readUsable(
  ctx: Pick<Ctx, 'payments' | 'otherPayments' | 'settings' | 'log'>,
): Promise<number | null> {
  if (ctx.settings.payouts === 'manual') return null;
  let usable = 0;
  for (const { payouts } of providersOf(ctx)) {
    if (payouts === undefined) continue;
    if (payouts.usable === undefined) return null;
    usable += await withTimeout(payouts.usable());
  }
  return usable;
}
