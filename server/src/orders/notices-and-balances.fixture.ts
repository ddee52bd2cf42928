import { messagesTo } from '../testing/notices.ts';
import type { TestApp, Visitor } from '../testing/test-app.ts';

/** The sum of each account over the journals of this order and of its refund. */
export async function balancesOf({ pool }: TestApp, orderId: string): Promise<Record<string, number>> {
  const { rows } = await pool.query(
    `select account, sum(e.amount_fcfa)::int as sum from entries e join journals j on j.id = e.journal_id
     left join refunds r on r.id = j.refund_id where $1 in (j.order_id, r.order_id) group by 1 order by 1`,
    [orderId],
  );
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]));
}

/** What this person was told about an order, with ordinary spaces. */
export async function sentencesTo(server: TestApp, person: Visitor, number: string): Promise<string[]> {
  return (await messagesTo(server, person, number)).map((text) => text.replaceAll(/\s/g, ' '));
}
