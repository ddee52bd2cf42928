import { expect, type Page } from '@playwright/test';
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
  /** What part of the medicines the insurance bears, in %; 0 where there is none. */
  rate: number;
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
  return { medicines, fee, commission, rate, reduction: medicines + fee + commission - total, total };
}

/** « 12 500 F », as every screen writes money (Playwright reads any space as an ordinary one). */
export function written(amount: number): string {
  return `${String(amount).replace(/\B(?=(\d{3})+$)/g, ' ')} F`;
}

/** The lines of an order that has been paid; they add up. */
export async function expectAmounts(page: Page, amounts: Amounts): Promise<void> {
  const shown = page.getByRole('main');
  const { medicines, fee, commission, rate, reduction, total } = amounts;
  await expect(shown).toContainText(`Médicaments${written(medicines)}`);
  await expect(shown).toContainText(`Livraison${written(fee)}`);
  await expect(shown).toContainText(`Commission${written(commission)}`);
  if (reduction > 0) {
    await expect(shown).toContainText(`Réduction assurance (${rate} %)-${written(reduction)}`);
  }
  await expect(shown).toContainText(`Montant total${written(total)}`);
  await expect(shown).toContainText(`Montant payé${written(total)}`);
}

/** RULES 4, 5: the journals of payment and ending, reckoned here; without a partner, all of the commission is the platform's. */
export async function expectBooks(
  query: Query,
  orderId: string,
  { medicines, fee, commission, reduction, total }: Amounts,
  partner: { id: string; share: number } | null,
): Promise<void> {
  const entries = await query<{ kind: string; account: string; amount: number; whose: string | null }>(
    `select kind, account, amount_fcfa::int as amount, beneficiary_id as whose
     from entries join journals on journals.id = journal_id where order_id = $1`,
    [orderId],
  );
  const share = partner?.share ?? 0;
  const wanted = [
    ['payment', 'customer', total, null],
    ['payment', 'insurer', reduction, null],
    ['payment', 'pharmacy', -medicines, null],
    ['payment', 'courier', -fee, null],
    ['payment', 'commission', -commission, null],
    ['ending', 'commission', commission, null],
    ['ending', 'platform', share - commission, null],
    ['ending', 'partner', -share, partner?.id ?? null],
  ].filter(([, , amount]) => amount !== 0);
  const found = entries.map(({ kind, account, amount, whose }) => [kind, account, amount, whose]);
  const sorted = (rows: unknown[][]) => rows.map((row) => row.join(' ')).sort();
  expect(sorted(found)).toEqual(sorted(wanted));
}
