import type { Operator } from '@amasin/domain/payments/operators.ts';
import type { Ctx } from '../../ctx.ts';
import { providersOf } from '../../ports/configured-providers.ts';
import { Refusal } from '../../refusal.ts';
import type { Means } from '../baskets/choose-payment.ts';

interface Chosen {
  readonly provider?: string | null | undefined;
  readonly operator?: Operator | null | undefined;
  readonly payingPhone?: string | null | undefined;
}

/**
 * How the customer wants to pay; null when she does not say. An operator without a provider is asked by the first that can.
 * @throws 422 INVALID when it is not offered
 */
export function meansOf(ctx: Ctx, { provider, operator = null, payingPhone = null }: Chosen): Means | null {
  if (provider == null && operator === null && payingPhone === null) return null;
  const found = providersOf(ctx).find(
    ({ name, operators = [] }) =>
      (provider == null || name === provider) && (operator === null || operators.includes(operator)),
  );
  if (found === undefined) {
    throw new Refusal('INVALID', { fields: { provider: 'Ce moyen de paiement n’est plus offert' } });
  }
  return { provider: found.name, operator, payingPhone };
}

/** When she does not say, and no payment is open. */
export const defaultMeans = ({ payments }: Ctx): Means => ({
  provider: payments.name,
  operator: null,
  payingPhone: null,
});
