import { z } from 'zod';
import { moneyPhone } from '../payments/choice.ts';
import { operators } from '../payments/operators.ts';

/** The mobile-money account on which a partner wants to be paid. */
export const payoutAccount = z.object({
  operator: z.enum(operators, { error: 'Indiquez votre opérateur' }),
  phone: moneyPhone,
});
