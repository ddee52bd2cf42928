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

/** What a new order costs, computed from its lines and its zone as rule 1 says. */
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
