import type { PaymentChoice } from '@amasin/domain/payments/choice.ts';
import type { SystemCtx } from '../../ctx.ts';
import { providersOf } from '../../ports/configured-providers.ts';

/**
 * The ways to pay: each operator once, by the first provider that can ask it, then the page or frame of each provider. Empty when
 * there is nothing to choose.
 */
export function choicesOf(ctx: Pick<SystemCtx, 'payments' | 'otherPayments'>): PaymentChoice[] {
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
