import type { Fcfa } from '../contract/money.ts';

/**
 * Kinds of lines of a statement. Earned: a prescriber's `share` of a commission, a pharmacy's `order` whose medicines were taken, a
 * courier's `delivery`, or the `return-fee` of one who came in vain. Then a `correction` of what was earned, a `payout`, and the
 * `return` of a payout that did not arrive.
 */
export const lineKinds = [
  'share',
  'order',
  'delivery',
  'return-fee',
  'correction',
  'payout',
  'return',
] as const;

export type LineKind = (typeof lineKinds)[number];

/** Why what was earned became smaller, as the journal that says so is named. */
export const correctionReasons = ['taken-back', 'cancellation', 'giving-back'] as const;

export type CorrectionReason = (typeof correctionReasons)[number];

export const correctionLabels: Readonly<Record<CorrectionReason, string>> = {
  'taken-back': 'Médicaments revenus',
  cancellation: 'Commande annulée',
  'giving-back': 'Médicament remboursé au client',
};

/** The sums of lines, FCFA; what is owed at their end is what was owed before, with these added or taken off. */
export interface Sums {
  readonly lines: number;
  readonly earned: Fcfa;
  readonly corrected: Fcfa;
  readonly paid: Fcfa;
  readonly returned: Fcfa;
}

export const noSums: Sums = { lines: 0, earned: 0, corrected: 0, paid: 0, returned: 0 };

/** Returns the sums with one more line. */
export function addLine(sums: Sums, { kind, amount }: { kind: LineKind; amount: Fcfa }): Sums {
  const added = { ...sums, lines: sums.lines + 1 };
  switch (kind) {
    case 'share':
    case 'order':
    case 'delivery':
    case 'return-fee':
      return { ...added, earned: sums.earned + amount };
    case 'correction':
      return { ...added, corrected: sums.corrected + amount };
    case 'payout':
      return { ...added, paid: sums.paid + amount };
    case 'return':
      return { ...added, returned: sums.returned + amount };
  }
}

/** Whether a line of this kind makes what is owed smaller. */
export const takesOff = (kind: LineKind): boolean => kind === 'payout' || kind === 'correction';

/** Returns what is owed after these lines; below 0 when money was given back after a payout. */
export function closingOf(opening: Fcfa, { earned, corrected, paid, returned }: Sums): Fcfa {
  return opening + earned - corrected - paid + returned;
}
