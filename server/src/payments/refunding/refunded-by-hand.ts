import type { Ctx } from '../../ctx.ts';
import { providerOf } from '../../ports/configured-providers.ts';
import { providerLabels } from '../../settings/payment-settings.ts';

/** The provider in whose dashboard a refund has to be made, named for people; null for one that refunds when it is asked. */
export function refundedByHandAt(
  ctx: Pick<Ctx, 'payments' | 'otherPayments'>,
  providerName: string,
): string | null {
  const provider = providerOf(ctx, providerName);
  return provider?.refund === undefined
    ? (provider?.label ?? providerLabels[providerName] ?? providerName)
    : null;
}
