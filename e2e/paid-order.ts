import { defaultOrder } from './ordering.ts';
import { createPerson, type Person } from './people.ts';
import { expect, type Query } from './product.ts';
import { sessionOf } from './session.ts';

export interface PaidOrder {
  customer: Person;
  id: string;
  number: string;
}

/** Creates a customer and, through the API, a paid order that waits for a pharmacy. */
export async function createPaidOrder(query: Query, name: string): Promise<PaidOrder> {
  const customer = await createPerson(query, 'customer', name);
  const token = (await sessionOf(customer.identifier)).origins[0]!.localStorage[0]!.value;
  const post = async (path: string, body: object) => {
    const response = await fetch(`${process.env.AMASIN_URL}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    expect(response.ok, path).toBe(true);
    return (await response.json()) as { transactionId: string };
  };
  const [zone] = await query<{ id: string }>('select id from zones where $1 = any(sectors)', [
    defaultOrder.quarter,
  ]);
  const items = [{ label: defaultOrder.label, form: defaultOrder.form, quantity: defaultOrder.quantity }];
  const { transactionId } = await post('/api/payments', {
    order: {
      prescription: { type: 'numerical', items },
      deliveryZone: zone!.id,
      deliveryAddress: defaultOrder.address,
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
