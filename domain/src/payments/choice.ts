import { z } from 'zod';
import { normalizePhone, receivesMessages } from '../users/phone-number.ts';

/** The mobile-money operators of Benin that a provider can be asked to debit. */
export const operators = ['mtn', 'moov', 'celtiis'] as const;

export type Operator = (typeof operators)[number];

/** As the operators write their services. */
export const operatorLabels: Readonly<Record<Operator, string>> = {
  mtn: 'MTN MoMo',
  moov: 'Moov Money',
  celtiis: 'Celtiis Cash',
};

const INVALID_NUMBER = 'Numéro invalide : 10 chiffres, en commençant par 01';

/** A number of mobile money: the plan of 2024 only, in the stored form. It need not be the account's. */
export const moneyPhone = z.string({ error: INVALID_NUMBER }).transform((text, ctx) => {
  const stored = normalizePhone(text);
  if (stored !== null && receivesMessages(stored)) return stored;
  ctx.issues.push({ code: 'custom', message: INVALID_NUMBER, input: text });
  return z.NEVER;
});

/** `01 •• •• •• 34`: a number as it is shown once it is used. */
export const maskPhone = (stored: string): string => `01 •• •• •• ${stored.slice(-2)}`;

/** One way to pay: an operator, whose request comes to the telephone, or the provider's own page. */
export const paymentChoice = z.object({
  provider: z.string(),
  /** Its name for people. */
  label: z.string(),
  /** Null: the customer chooses in the provider's page or frame. */
  operator: z.enum(operators).nullable(),
});

export type PaymentChoice = z.output<typeof paymentChoice>;
