import type { RefundWay } from '@amasin/domain/orders/refund.ts';
import type { Operator } from '@amasin/domain/payments/operators.ts';
import type { Ctx } from '../ctx.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import { providerOf, providersOf } from '../ports/configured-providers.ts';
import type { PaymentProvider, Payouts } from '../ports/payment-provider.ts';

export type Sender = PaymentProvider & { readonly payouts: Payouts };

type Configured = Pick<Ctx, 'payments' | 'otherPayments' | 'settings'>;

/** Finds the provider that sends payouts to this account; null when they are paid by hand. */
export function senderTo(
  ctx: Configured,
  account: { readonly operator: Operator } | undefined,
): Sender | null {
  if (ctx.settings.payouts === 'manual' || account === undefined) return null;
  return (
    (providersOf(ctx).find((one) => canSend(one) && one.payouts.operators.includes(account.operator)) as
      | Sender
      | undefined) ?? null
  );
}

const canSend = (one: PaymentProvider): one is Sender => one.payouts !== undefined;

/** Finds the provider with this name, if it sends payouts. */
export function senderNamed(ctx: Pick<Ctx, 'payments' | 'otherPayments'>, name: string): Sender | null {
  const provider = providerOf(ctx, name);
  return provider !== null && canSend(provider) ? provider : null;
}

/**
 * Decides how money goes back to whoever paid (rule 58): by the provider that received it; where that cannot, as a payout to the number
 * that paid; where nobody can, by hand. Decided once, so that it never goes both ways.
 * @param amount all that the payment received, or a part of it
 */
export function refundWay(
  ctx: Configured,
  { provider: name, operator, payingPhone }: Pick<PaymentRow, 'provider' | 'operator' | 'payingPhone'>,
  { amount, isPart }: { readonly amount: number; readonly isPart: boolean },
): { readonly way: RefundWay; readonly payoutProvider: string | null } {
  const provider = providerOf(ctx, name);
  const canRefund = provider?.refund !== undefined && (!isPart || provider.refundsInPart === true);
  if (canRefund) return { way: 'provider', payoutProvider: null };
  const sender = operator && payingPhone ? senderTo(ctx, { operator }) : null;
  if (sender !== null && amount <= sender.payouts.maxAmount)
    return { way: 'payout', payoutProvider: sender.name };
  return { way: 'hand', payoutProvider: null };
}
