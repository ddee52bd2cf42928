import type { Fcfa } from '@amasin/domain/contract/money.ts';
import { formatNumber } from '../lib/format/money.ts';

/** `12 500 FCFA` with non-breaking spaces, for confirmations. */
export function formatFcfa(amount: Fcfa): string {
  return `${formatNumber(amount)}\u00a0FCFA`;
}

/** Parses a typed amount, with spaces between thousands or a decimal comma. NaN if it is not a number. */
export function readAmount(text: string): number {
  const typed = text.replace(/\s/g, '').replace(',', '.');
  return typed === '' ? Number.NaN : Number(typed);
}

/** Why this amount above 0 cannot be paid, or null. The server checks again. */
export function amountProblem(amount: number, rest: Fcfa): string | null {
  if (!Number.isSafeInteger(amount)) return 'Le montant doit être un nombre entier supérieur à 0';
  if (amount > rest) return `Montant supérieur au reste à payer (${formatNumber(rest)}\u00a0F)`;
  return null;
}
