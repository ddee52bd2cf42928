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
  /** The insured share of the medicines in %; 0 without insurance. */
  rate: number;
  /** The amount that the insurance pays. */
  reduction: number;
  total: number;
}

/**
 * Calculates the amounts of rule 1 independently of the product’s code, from the catalogue’s prices: medicines, delivery fee
 * of the sector’s zone, commission of 10 % of the medicines rounded half up, less the insured share of the medicines.
 */
export async function calculateAmounts(
  query: Query,
  lines: readonly Line[],
  sector: string,
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
    sector,
  ]);
  const fee = zones[0]!.price_fcfa;
  const lastDigit = medicines % 10;
  const commission = (medicines - lastDigit) / 10 + (lastDigit >= 5 ? 1 : 0);
  // In hundredths of a franc, so that only the last step rounds.
  const hundredths = fee * 100 + medicines * (110 - rate);
  const remainder = hundredths % 100;
  const total = (hundredths - remainder) / 100 + (remainder >= 50 ? 1 : 0);
  return { medicines, fee, commission, rate, reduction: medicines + fee + commission - total, total };
}

/** Formats an amount as the pages do, e.g. 12 500 F. Playwright normalises every kind of space to an ordinary one. */
export function formatAmount(amount: number): string {
  return `${String(amount).replace(/\B(?=(\d{3})+$)/g, ' ')} F`;
}

/** Expects the amounts of a paid order on the page. */
export async function expectAmounts(page: Page, amounts: Amounts): Promise<void> {
  const main = page.getByRole('main');
  const { medicines, fee, commission, rate, reduction, total } = amounts;
  await expect(main).toContainText(`Médicaments${formatAmount(medicines)}`);
  await expect(main).toContainText(`Livraison${formatAmount(fee)}`);
  await expect(main).toContainText(`Commission${formatAmount(commission)}`);
  if (reduction > 0) {
    await expect(main).toContainText(`Réduction assurance (${rate} %)-${formatAmount(reduction)}`);
  }
  await expect(main).toContainText(`Montant total${formatAmount(total)}`);
  await expect(main).toContainText(`Montant payé${formatAmount(total)}`);
}

/** Expects the journal entries of payment and ending (rules 4, 5). Without a partner the platform gets the whole commission. */
export async function expectJournals(
  query: Query,
  orderId: string,
  { medicines, fee, commission, reduction, total }: Amounts,
  partner: { id: string; share: number } | null,
): Promise<void> {
  const entries = await query<{
    kind: string;
    account: string;
    amount: number;
    beneficiaryId: string | null;
  }>(
    `select kind, account, amount_fcfa::int as amount, beneficiary_id as "beneficiaryId"
     from entries join journals on journals.id = journal_id where order_id = $1 and kind in ('payment', 'ending')`,
    [orderId],
  );
  const share = partner?.share ?? 0;
  const expected = [
    ['payment', 'customer', total, null],
    ['payment', 'insurer', reduction, null],
    ['payment', 'pharmacy', -medicines, null],
    ['payment', 'courier', -fee, null],
    ['payment', 'commission', -commission, null],
    ['ending', 'commission', commission, null],
    ['ending', 'platform', share - commission, null],
    ['ending', 'partner', -share, partner?.id ?? null],
  ].filter(([, , amount]) => amount !== 0);
  const found = entries.map(({ kind, account, amount, beneficiaryId }) => [
    kind,
    account,
    amount,
    beneficiaryId,
  ]);
  const sorted = (rows: unknown[][]) => rows.map((row) => row.join(' ')).sort();
  expect(sorted(found)).toEqual(sorted(expected));
}
