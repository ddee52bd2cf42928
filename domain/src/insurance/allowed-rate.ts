// Imports no zod: pages use it.

interface Rates {
  readonly name: string;
  /** None: every rate. */
  readonly rates: readonly number[];
}

/** Whether a card of this rate can be one of the insurer's. */
export const allowsRate = ({ rates }: Pick<Rates, 'rates'>, taux: number): boolean =>
  rates.length === 0 || rates.includes(taux);

/** « NSIA prend en charge 70, 80 ou 100 %, pas 75 %. » */
export function rateNotAllowed({ name, rates }: Rates, taux: number): string {
  const last = rates.at(-1);
  const list = rates.length < 2 ? `${last}` : `${rates.slice(0, -1).join(', ')} ou ${last}`;
  return `${name} prend en charge ${list} %, pas ${taux} %.`;
}
