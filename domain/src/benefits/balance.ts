import type { Fcfa } from '../contract/money.ts';

/** What somebody earned and what they were paid of it: two sums over the ledger, never stored (RULES 6). */
export interface Balance {
  readonly total: Fcfa;
  readonly totalPaid: Fcfa;
}

/** What is still owed. Never negative: no payout exceeds it. */
export function remainingOf({ total, totalPaid }: Balance): Fcfa {
  return total - totalPaid;
}

/** What is owed, as it may be paid now or waits until the partner has been verified (RULES 23). */
export function splitRemaining(balance: Balance, verified: boolean): { payable: Fcfa; held: Fcfa } {
  const remaining = remainingOf(balance);
  return verified ? { payable: remaining, held: 0 } : { payable: 0, held: remaining };
}
