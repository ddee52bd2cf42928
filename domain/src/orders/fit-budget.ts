import type { Fcfa } from '../contract/money.ts';
import { type PricedLine, quoteOrder } from './pricing.ts';
import type { Choice } from './split-lines.ts';

interface Line extends PricedLine {
  readonly medicationId: string;
  /** Fewer boxes than were prescribed can be taken. */
  readonly maySplit?: boolean | undefined;
}

interface Budget {
  /** The customer has this much, FCFA. */
  readonly amount: Fcfa;
  readonly deliveryFee: Fcfa;
  /** Insurance rate in percent; 0 without a card. */
  readonly rate: number;
}

/**
 * Chooses what can be paid with an amount, in the order in which the lines were written: a line that does not fit is left out, unless it
 * may be split, and the next one is tried.
 * @returns null when nothing fits
 */
export function fitBudget(lines: readonly Line[], { amount, deliveryFee, rate }: Budget): Choice | null {
  const taken: Line[] = [];
  const leftOut: string[] = [];
  const quantities: { medicationId: string; quantity: number }[] = [];
  const fits = (line: Line) => quoteOrder([...taken, line], deliveryFee, rate).total <= amount;
  for (const line of lines) {
    const { medicationId } = line;
    let { quantity } = line;
    while (quantity > 0 && !fits({ ...line, quantity })) quantity = line.maySplit ? quantity - 1 : 0;
    if (quantity > 0) taken.push({ ...line, quantity });
    if (quantity === 0) leftOut.push(medicationId);
    else if (quantity < line.quantity) quantities.push({ medicationId, quantity });
  }
  return taken.length === 0 ? null : { leftOut, quantities };
}
