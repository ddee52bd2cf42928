import type { PaymentChoice } from '@amasin/domain/payments/choice.ts';
import type { SystemCtx } from '../../ctx.ts';
import type { PaymentProvider } from '../../ports/payment-provider.ts';

type Configured = Pick<SystemCtx, 'payments' | 'otherPayments'>;

/** The configured provider with this name; null for one that is no longer configured. */
export function providerOf(ctx: Configured, name: string): PaymentProvider | null {
  return providersOf(ctx).find((one) => one.name === name) ?? null;
}

export const providersOf = ({ payments, otherPayments }: Configured): readonly PaymentProvider[] => [
  payments,
  ...otherPayments,
];

/**
 * The ways to pay: each operator once, by the first provider that can ask it, then the page or frame of each provider. Empty when
 * there is nothing to choose.
 */
export function choicesOf(ctx: Configured): PaymentChoice[] {
  const providers = providersOf(ctx);
  const byOperator = new Map<PaymentChoice['operator'], PaymentChoice>();
  for (const { name: provider, label, operators = [] } of providers) {
    for (const operator of operators) {
      if (!byOperator.has(operator))
        byOperator.set(operator, { provider, label, operator, takesPhone: true });
    }
  }
  const pages = providers.map(({ name: provider, label, takesPhone = false }) => {
    return { provider, label, operator: null, takesPhone };
  });
  const choices = [...byOperator.values(), ...pages];
  return choices.length > 1 ? choices : [];
}
