import type { Fcfa } from '../contract/money.ts';

/**
 * Kinds of lines of a statement. A partner has `share` of a commission, `payout`, and `return` of a payout that did not arrive; a
 * pharmacy has `order`.
 */
export const lineKinds = ['share', 'payout', 'return', 'order'] as const;

export type LineKind = (typeof lineKinds)[number];

/** The sums of the lines of a month, by kind. */
export interface Sums {
  readonly lines: number;
  readonly earned: Fcfa;
  readonly paid: Fcfa;
  readonly returned: Fcfa;
  readonly medicines: Fcfa;
}

export const noSums: Sums = { lines: 0, earned: 0, paid: 0, returned: 0, medicines: 0 };

/** Returns the sums with one more line. */
export function addLine(sums: Sums, { kind, amount }: { kind: LineKind; amount: Fcfa }): Sums {
  const added = { ...sums, lines: sums.lines + 1 };
  switch (kind) {
    case 'share':
      return { ...added, earned: sums.earned + amount };
    case 'payout':
      return { ...added, paid: sums.paid + amount };
    case 'return':
      return { ...added, returned: sums.returned + amount };
    case 'order':
      return { ...added, medicines: sums.medicines + amount };
  }
}

/** Returns what is owed to a partner after these lines: what was earned and not paid, or not received. */
export function closingOf(opening: Fcfa, { earned, paid, returned }: Sums): Fcfa {
  return opening + earned - paid + returned;
}
