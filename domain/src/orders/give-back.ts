import type { Fcfa } from '../contract/money.ts';
import { shareOut } from '../contract/shares.ts';
import { coveredOf, type PricedLine, type Quote } from './pricing.ts';

/** What is given back of an order, in whole FCFA: medicines + commission − reduction = total. */
export interface Parts {
  readonly medicines: Fcfa;
  readonly commission: Fcfa;
  readonly reduction: Fcfa;
  readonly total: Fcfa;
}

/** The value of medicines at their prices, FCFA, and what a card covers of it. */
export interface Value {
  readonly medicines: Fcfa;
  readonly covered: Fcfa;
}

/** Returns the value of lines. */
export const worthOf = (lines: readonly PricedLine[]): Value => ({
  medicines: lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
  covered: coveredOf(lines),
});

/**
 * Computes what is given back once medicines of this value were (rule 58): the share of that value in all medicines of the commission,
 * in the covered ones of the reduction, by largest remainder between what is given back and what is kept. The fee of the delivery is
 * given back only with the whole order.
 * @param all the value of all medicines of the order
 */
export function givenBackFor({ commission, reduction }: Quote, all: Value, given: Value): Parts {
  const shareOf = (amount: Fcfa, by: keyof Value) =>
    shareOut(amount, [given[by], all[by] - given[by]])[0] ?? 0;
  // Where nothing is covered, the rounding of the total may still leave a franc.
  const parts = {
    commission: shareOf(commission, 'medicines'),
    reduction: shareOf(reduction, all.covered === 0 ? 'medicines' : 'covered'),
  };
  const { medicines } = given;
  return { medicines, ...parts, total: medicines + parts.commission - parts.reduction };
}

/**
 * Computes the parts of these lines, after medicines of the value `before` were given back. Each is the difference of two sums of
 * `givenBackFor`, so that the parts of an order add up to the franc, whatever is given back first.
 */
export function giveBack(quote: Quote, all: Value, before: Value, lines: readonly PricedLine[]): Parts[] {
  let given = before;
  return lines.map((line) => {
    const earlier = givenBackFor(quote, all, given);
    const { medicines, covered } = worthOf([line]);
    given = { medicines: given.medicines + medicines, covered: given.covered + covered };
    return subtract(givenBackFor(quote, all, given), earlier);
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

interface BackLine extends PricedLine {
  /** How many of them were given back. */
  readonly givenBack?: number | undefined;
  /** Present where another medicine is given (rule 53): its price a box, and what went back of the line before. */
  readonly substituted?: { readonly price: Fcfa; readonly returned: Fcfa } | undefined;
}

/** The value of what was given back of lines before, the difference of a cheaper medicine included. */
export const worthBefore = (lines: readonly BackLine[]): Value => {
  const worths = lines.map((line) => {
    const medicines = line.substituted?.returned ?? line.price * (line.givenBack ?? 0);
    return { medicines, covered: line.excluded ? 0 : medicines };
  });
  return {
    medicines: worths.reduce((sum, { medicines }) => sum + medicines, 0),
    covered: worths.reduce((sum, { covered }) => sum + covered, 0),
  };
};

/** A line at the price at which it is given now. */
export const atGivenPrice = <Line extends BackLine>(line: Line): Line => ({
  ...line,
  price: line.substituted?.price ?? line.price,
});

/** Computes what goes back when a box of one of the lines is given at this price from now on. */
export function differenceBack<Line extends BackLine>(
  quote: Quote,
  lines: readonly Line[],
  line: Line,
  price: Fcfa,
): Parts {
  const { price: before } = atGivenPrice(line);
  const cheaper = { ...line, price: before - price, quantity: line.quantity - (line.givenBack ?? 0) };
  return sumOf(giveBack(quote, worthOf(lines), worthBefore(lines), [cheaper]));
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
