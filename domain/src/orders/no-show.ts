import { divideHalfUp, type Fcfa } from '../contract/money.ts';
import { MINUTE_MS } from '../contract/time.ts';

interface Facts {
  readonly deliveryFee: Fcfa;
  /** When its courier began to wait at the door; null when he did not. */
  readonly waitingAt: Date | null;
  readonly problem: string | null;
  readonly problemAt: Date | null;
}

interface Rates {
  readonly waitMinutes: number;
  readonly returnFeePercent: number;
}

/**
 * Returns what a courier is owed for the way back, when an order is taken from him before it was handed over: a part of the delivery fee
 * if he reported the customer absent after having waited long enough, else nothing (rule 51).
 */
export function returnFeeOf(
  { deliveryFee, waitingAt, problem, problemAt }: Facts,
  { waitMinutes, returnFeePercent }: Rates,
): Fcfa {
  if (problem !== 'customer-absent' || waitingAt === null || problemAt === null) return 0;
  if (problemAt.getTime() - waitingAt.getTime() < waitMinutes * MINUTE_MS) return 0;
  return divideHalfUp(deliveryFee * returnFeePercent, 100);
}
