import type { Query } from './product.ts';

export interface Line {
  label: string;
  form: string;
  quantity: number;
}

export interface Amounts {
  medicines: number;
  fee: number;
  commission: number;
  /** What the insurance bears. */
  reduction: number;
  total: number;
}

/**
 * SPEC 9 by hand: medicines, the fee of the quarter's zone, 10 % of the medicines rounded half up, less what a card of this
 * rate bears of the medicines (0: none). From the catalogue's prices; none of the product's own arithmetic.
 */
export async function reckon(
  query: Query,
  lines: readonly Line[],
  quarter: string,
  rate = 0,
): Promise<Amounts> {
  let medicines = 0;
  for (const { label, form, quantity } of lines) {
    const found = await query<{ price_fcfa: number }>(
      'select price_fcfa from medications where label = $1 and form = $2 and deleted_at is null',
      [label, form],
    );
    medicines += found[0]!.price_fcfa * quantity;
  }
  const zones = await query<{ price_fcfa: number }>('select price_fcfa from zones where $1 = any(sectors)', [
    quarter,
  ]);
  const fee = zones[0]!.price_fcfa;
  const tenths = medicines % 10;
  const commission = (medicines - tenths) / 10 + (tenths >= 5 ? 1 : 0);
  // In hundredths: all but the last step is exact.
  const hundredths = fee * 100 + medicines * (110 - rate);
  const rest = hundredths % 100;
  const total = (hundredths - rest) / 100 + (rest >= 50 ? 1 : 0);
  return { medicines, fee, commission, reduction: medicines + fee + commission - total, total };
}

/** « 12 500 F », as every screen writes money (Playwright reads any space as an ordinary one). */
export function written(amount: number): string {
  return `${String(amount).replace(/\B(?=(\d{3})+$)/g, ' ')} F`;
}
