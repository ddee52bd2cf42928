import { normalizePhone, receivesMessages } from '../users/phone-number.ts';

/** The mobile-money operators of Benin that a provider can be asked to debit. */
export const operators = ['mtn', 'moov', 'celtiis'] as const;

export type Operator = (typeof operators)[number];

/** The operators write the names of their services so. */
export const operatorLabels: Readonly<Record<Operator, string>> = {
  mtn: 'MTN MoMo',
  moov: 'Moov Money',
  celtiis: 'Celtiis Cash',
};

/** Their names in a sentence: « sur Moov …17 ». */
const shortNames: Readonly<Record<Operator, string>> = { mtn: 'MTN', moov: 'Moov', celtiis: 'Celtiis' };

export const INVALID_MONEY_PHONE = 'Numéro invalide : 10 chiffres, en commençant par 01';

/** The stored form of a number of mobile money, of the plan of 2024 only; null for any other text. */
export function readMoneyPhone(text: string): string | null {
  const stored = normalizePhone(text);
  return stored !== null && receivesMessages(stored) ? stored : null;
}

/** `01 •• •• •• 34`: a number as it is shown once it is used. */
export const maskPhone = (stored: string): string => `01 •• •• •• ${stored.slice(-2)}`;

/** « Moov …17 »: where money goes back to; null when the number that paid is not known. */
export function meansEnding(operator: Operator | null, phone: string | null): string | null {
  if (phone === null) return null;
  return `${operator === null ? 'le numéro' : shortNames[operator]} …${phone.slice(-2)}`;
}
