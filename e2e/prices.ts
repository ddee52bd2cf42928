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
  total: number;
}

/**
 * SPEC 9 by hand: medicines, the fee of the quarter's zone, 10 % of the medicines rounded half up, no insurance. From the
 * catalogue's prices; none of the product's own arithmetic.
 */
export async function reckon(query: Query, lines: readonly Line[], quarter: string): Promise<Amounts> {
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
  return { medicines, fee, commission, total: medicines + fee + commission };
}

/** « 12 500 F », as every screen writes money (Playwright reads any space as an ordinary one). */
export function written(amount: number): string {
  return `${String(amount).replace(/\B(?=(\d{3})+$)/g, ' ')} F`;
}
