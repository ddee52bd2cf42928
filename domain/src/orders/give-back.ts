import type { Fcfa } from '../contract/money.ts';
import { shareOut } from '../contract/shares.ts';
import type { PricedLine, Quote } from './pricing.ts';

/** What is given back of an order, in whole FCFA: medicines + commission − reduction = total. */
export interface Parts {
  readonly medicines: Fcfa;
  readonly commission: Fcfa;
  readonly reduction: Fcfa;
  readonly total: Fcfa;
}

/**
 * Computes what is given back once medicines of this value were (rule 58): of commission and reduction the share of that value in all
 * medicines, by largest remainder between what is given back and what is kept. The fee of the delivery is given back only with the whole
 * order.
 */
export function givenBackFor({ medicines: all, commission, reduction }: Quote, medicines: Fcfa): Parts {
  const shareOf = (amount: Fcfa) => shareOut(amount, [medicines, all - medicines])[0] ?? 0;
  const parts = { commission: shareOf(commission), reduction: shareOf(reduction) };
  return { medicines, ...parts, total: medicines + parts.commission - parts.reduction };
}

/**
 * Computes the parts of these lines, after medicines of the value `before` were given back. Each is the difference of two sums of
 * `givenBackFor`, so that the parts of an order add up to the franc, whatever is given back first.
 */
export function giveBack(quote: Quote, before: Fcfa, lines: readonly PricedLine[]): Parts[] {
  let value = before;
  return lines.map(({ price, quantity }) => {
    const earlier = givenBackFor(quote, value);
    value += price * quantity;
    return subtract(givenBackFor(quote, value), earlier);
  });
}

function subtract(from: Parts, parts: Parts): Parts {
  return {
    medicines: from.medicines - parts.medicines,
    commission: from.commission - parts.commission,
    reduction: from.reduction - parts.reduction,
    total: from.total - parts.total,
  };
}

/** Adds up parts. */
export function sumOf(list: readonly Omit<Parts, 'total'>[]): Parts {
  const add = (part: 'medicines' | 'commission' | 'reduction') =>
    list.reduce((sum, one) => sum + one[part], 0);
  const [medicines, commission, reduction] = [add('medicines'), add('commission'), add('reduction')];
  return { medicines, commission, reduction, total: medicines + commission - reduction };
}

/** The lines of an order that are still prepared and handed over, with how many of each remain. */
export function remainingLines<
  Line extends { readonly quantity: number; readonly givenBack?: number | undefined },
>(lines: readonly Line[]): Line[] {
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - (line.givenBack ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}
