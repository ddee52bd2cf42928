import { expect, type Page } from '@playwright/test';
import type { Query } from '../product.ts';

/** The repeated job runs each minute. */
const JOB_MS = 75_000;

export const amountOf = (amount: number) => new RegExp(String(amount).replace(/(\d)(?=(\d{3})+$)/g, '$1\\s'));

/** What the provider has paid back, FCFA. */
export async function paidBack(query: Query, transactionId: string): Promise<number[]> {
  const rows = await query<{ amount: number }>(
    "select amount_fcfa as amount from sandbox_refunds where transaction_id = $1 and status = 'done'",
    [transactionId],
  );
  return rows.map(({ amount }) => amount);
}

/** Waits for the title of the refund, in this state. */
export const expectTitle = (page: Page, state: string, amount: number) =>
  expect(
    page.getByText(new RegExp(`Remboursement de ${amountOf(amount).source}.F ${state}`)).first(),
  ).toBeVisible({ timeout: JOB_MS });
