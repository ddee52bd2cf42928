import { expect, type Page } from '@playwright/test';
import type { Query } from '../product.ts';

/** The sum of each account over all journals of a customer's orders and refunds, without those that are zero. */
export async function balances(query: Query, customerId: string): Promise<Record<string, number>> {
  const rows = await query<{ account: string; sum: number }>(
    `select account, sum(e.amount_fcfa)::int as sum from entries e join journals j on j.id = e.journal_id
     left join refunds r on r.id = j.refund_id left join orders o on o.id = j.order_id
     where $1 in (r.customer_id, o.customer_id) group by 1 having sum(e.amount_fcfa) <> 0`,
    [customerId],
  );
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]));
}

/** Computes the total of a new order from its lines and its zone, by rule 1. */
export async function expectedAmounts(query: Query, orderId: string) {
  const [row] = await query<{ medicines: number; fee: number }>(
    `select sum(i.quantity * m.price_fcfa)::int as medicines, z.price_fcfa as fee
     from orders o join order_items i on i.order_id = o.id join medications m on m.id = i.medication_id
     join zones z on z.id = o.zone_id where o.id = $1 group by z.price_fcfa`,
    [orderId],
  );
  const { medicines, fee } = row!;
  const commission = Math.floor((medicines + 5) / 10);
  return { medicines, fee, commission, total: medicines + fee + commission };
}

/**
 * The repeated job is due each minute. The queue checks every 30 s what is due, by its estimate of the database’s clock: one that was
 * measured late, on a busy machine, makes it miss a minute by a second and send the job 30 s later. Two polls of 5 s follow.
 */
const JOB_MS = 110_000;

export const amountOf = (amount: number) => new RegExp(String(amount).replace(/(\d)(?=(\d{3})+$)/g, '$1\\s'));

/** Amounts of the refunds that the provider has made, FCFA. */
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
