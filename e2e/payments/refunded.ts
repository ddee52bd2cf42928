import { expect, type Page } from '@playwright/test';
import type { Query } from '../product.ts';

/**
 * The repeated job is due each minute. The queue checks every 30 s what is due, by its estimate of the database’s clock: one that was
 * measured late, on a busy machine, makes it miss a minute by a second and send the job 30 s later. Two polls of 5 s follow.
 */
const JOB_MS = 110_000;

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
export const expectTitle = (page: Page, state: 'en cours' | 'effectué', amount: number) =>
  expect(
    page.getByText(new RegExp(`Remboursement de ${amountOf(amount).source}.F ${state}`)).first(),
  ).toBeVisible();

/** Waits until the repeated job has paid everything back to this customer, then for the title on the open page. */
export async function expectRefunded(page: Page, query: Query, customerId: string, amount: number) {
  const refunds = () => query('select state, tries from refunds where customer_id = $1', [customerId]);
  await expect.poll(refunds, { timeout: JOB_MS }).toEqual([expect.objectContaining({ state: 'done' })]);
  await expectTitle(page, 'effectué', amount);
}
