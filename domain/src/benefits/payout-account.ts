import { z } from 'zod';
import { moneyPhone } from '../payments/choice.ts';
import { operatorLabels, operators } from '../payments/operators.ts';

/** The mobile-money account on which a partner wants to be paid. */
export const payoutAccount = z.object({
  operator: z.enum(operators, { error: 'Choisissez votre opérateur' }),
  phone: moneyPhone,
});

/** `MTN MoMo`, for a list of choices. */
export const operatorOptions = operators.map((value) => ({ value, label: operatorLabels[value] }));
