import { usual } from './ordering.ts';
import { meet, type Someone } from './people.ts';
import { expect, type Query } from './product.ts';
import { sessionOf } from './session.ts';

export interface PaidOrder {
  customer: Someone;
  id: string;
  number: string;
}

/** A paid order that waits for its pharmacy, placed by a customer of its own through the calls that the form makes. */
export async function paidOrder(query: Query, name: string): Promise<PaidOrder> {
  const customer = await meet(query, 'customer', name);
  const token = (await sessionOf(customer.identifier)).origins[0]!.localStorage[0]!.value;
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${process.env.AMASIN_URL}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    expect(answer.ok, path).toBe(true);
    return (await answer.json()) as { transactionId: string };
  };
  const [zone] = await query<{ id: string }>('select id from zones where $1 = any(sectors)', [usual.quarter]);
  const items = [{ label: usual.label, form: usual.form, quantity: usual.quantity }];
  const { transactionId } = await post('/api/payments', {
    order: {
      prescription: { type: 'numerical', items },
      deliveryZone: zone!.id,
      deliveryAddress: usual.address,
      finalAmount: null,
    },
  });
  await post(`/sandbox-pay/transactions/${transactionId}/approve`, {});
  const [order] = await query<{ id: string; number: string }>(
    'select id, number from orders where customer_id = $1',
    [customer.id],
  );
  return { customer, ...order! };
}
