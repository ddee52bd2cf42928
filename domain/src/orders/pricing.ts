import { divideHalfUp, type Fcfa } from '../contract/money.ts';

/** Platform commission, percent of the medicines total. */
export const COMMISSION_PERCENT = 10;

export interface PricedLine {
  readonly price: Fcfa;
  readonly quantity: number;
  /** The insurer of the card does not cover it (rule 60). */
  readonly excluded?: boolean | undefined;
}

/** The lines of a payment summary, in whole FCFA: medicines + deliveryFee + commission − reduction = total. */
export interface Quote {
  readonly medicines: Fcfa;
  readonly deliveryFee: Fcfa;
  readonly commission: Fcfa;
  readonly reduction: Fcfa;
  readonly total: Fcfa;
}

/**
 * Computes what an order costs (rule 1).
 * total = fee + medicines × (110 − rate) / 100, rounded half up once (the rate counts for covered medicines only); `reduction` is computed so that the parts sum to `total`.
 * @param lines unit prices in FCFA and quantities, whole and not negative
 * @param deliveryFee fee of the zone, FCFA
 * @param rate insurance rate in percent, 5 to 100, or 0 without a card
 */
export function quoteOrder(lines: readonly PricedLine[], deliveryFee: Fcfa, rate: number): Quote {
  const medicines = lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
  return quoteMedicines(medicines, deliveryFee, rate, coveredOf(lines));
}

/** What a card covers of a line: nothing of one that its insurer excludes. */
export const weightOf = ({ price, quantity, excluded = false }: PricedLine): Fcfa =>
  excluded ? 0 : price * quantity;

/** The medicines that a card covers. */
export const coveredOf = (lines: readonly PricedLine[]): Fcfa =>
  lines.reduce((sum, line) => sum + weightOf(line), 0);

/**
 * Computes the same as quoteOrder from the total of the medicines.
 * @param covered the medicines that the card covers: all of them, where its insurer excludes none
 */
export function quoteMedicines(
  medicines: Fcfa,
  deliveryFee: Fcfa,
  rate: number,
  covered: Fcfa = medicines,
): Quote {
  const commission = divideHalfUp(medicines * COMMISSION_PERCENT, 100);
  const total = divideHalfUp(
    deliveryFee * 100 + medicines * (100 + COMMISSION_PERCENT) - covered * rate,
    100,
  );
  const reduction = medicines + deliveryFee + commission - total;
  return { medicines, deliveryFee, commission, reduction, total };
}

/** Returns the amounts that an order keeps; zero while it has no items. */
export function quoteOf(order: { readonly [Part in keyof Quote]: Fcfa | null }): Quote {
  const { medicines, deliveryFee, commission, reduction, total } = order;
  return {
    medicines: medicines ?? 0,
    deliveryFee: deliveryFee ?? 0,
    commission: commission ?? 0,
    reduction: reduction ?? 0,
    total: total ?? 0,
  };
}
