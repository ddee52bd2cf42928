import type { Ctx } from '../ctx.ts';
import { providersOf } from '../ports/configured-providers.ts';
import type { PaymentProvider, Payouts } from '../ports/payment-provider.ts';
import type { PayoutAccount } from './payout-queries.ts';

type Sender = PaymentProvider & { readonly payouts: Payouts };

/** Finds the provider that sends payouts to this account; null when they are paid by hand. */
export function senderTo(
  ctx: Pick<Ctx, 'payments' | 'otherPayments' | 'settings'>,
  account: PayoutAccount | undefined,
): Sender | null {
  if (ctx.settings.payouts === 'manual' || account === undefined) return null;
  const can = (one: PaymentProvider): one is Sender =>
    one.payouts?.operators.includes(account.operator) === true;
  return providersOf(ctx).find(can) ?? null;
}
