import { formatNumber } from '@amasin/domain/contract/format.ts';
import { type Fcfa, INVALID_AMOUNT, readAmount } from '@amasin/domain/contract/money.ts';
import { useEffect } from 'react';

/** Closes a dialog with nothing to confirm: a stale link, or a payment made meanwhile by another user. */
export function useCloseStale(
  { opened, close }: { opened: boolean; close: () => void },
  hasQuestion: boolean,
): void {
  const isStale = opened && !hasQuestion;
  useEffect(() => {
    if (isStale) close();
  }, [isStale, close]);
}

/** `12 500 FCFA` with non-breaking spaces, for confirmations. */
export function formatFcfa(amount: Fcfa): string {
  return `${formatNumber(amount)}\u00a0FCFA`;
}

/** A typed amount to pay: nothing is typed, it cannot be paid, or it can. The server checks again. */
export function readPayment(text: string, rest: Fcfa): { amount: Fcfa; problem: string | null } {
  const amount = text.trim() === '' ? 0 : readAmount(text);
  return amount === null
    ? { amount: 0, problem: INVALID_AMOUNT }
    : { amount, problem: amountProblem(amount, rest) };
}

/** Why this amount cannot be paid, or null. */
function amountProblem(amount: Fcfa, rest: Fcfa): string | null {
  if (amount > rest) return `Montant supérieur au reste à payer (${formatNumber(rest)}\u00a0F)`;
  return null;
}
