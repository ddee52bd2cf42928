import { z } from 'zod';
import { moneyPhone } from '../payments/choice.ts';
import { operators } from '../payments/operators.ts';
import { currentPassword } from '../session/own-access.ts';

/** The mobile-money account on which a partner wants to be paid. */
export const payoutAccount = z.object({
  operator: z.enum(operators, { error: 'Indiquez votre opérateur' }),
  phone: moneyPhone,
});

/** Body of PUT /benefics/account: without the password, someone with the partner's session could redirect what they earn. */
export const payoutAccountChange = payoutAccount.extend({ currentPassword });
