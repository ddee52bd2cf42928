import { z } from 'zod';
import '../contract/zod-settings.ts';
import { INVALID_MONEY_PHONE, operators, readMoneyPhone } from './operators.ts';

/** A number of mobile money, parsed to the stored form. It need not be the account's. */
export const moneyPhone = z.string({ error: INVALID_MONEY_PHONE }).transform((text, ctx) => {
  const stored = readMoneyPhone(text);
  if (stored !== null) return stored;
  ctx.issues.push({ code: 'custom', message: INVALID_MONEY_PHONE, input: text });
  return z.NEVER;
});

/** One way to pay: an operator, whose request comes to the telephone, or the provider's own page. */
export const paymentChoice = z.object({
  provider: z.string(),
  /** Its name for people. */
  label: z.string(),
  /** Null: the customer chooses in the provider's page or frame. */
  operator: z.enum(operators).nullable(),
  /** The number that pays is asked before. */
  takesPhone: z.boolean(),
});

export type PaymentChoice = z.output<typeof paymentChoice>;
