import { defaultOrder } from './ordering.ts';
import { createPerson, type Person } from './people.ts';
import type { Query } from './product.ts';
import { callAs } from './session.ts';

export interface PaidOrder {
  customer: Person;
  id: string;
  number: string;
}

/** Creates a customer and, through the API, a paid order that waits for a pharmacy. */
export async function createPaidOrder(query: Query, name: string): Promise<PaidOrder> {
  const customer = await createPerson(query, 'customer', name);
  const { transactionId } = await openPayment(query, customer);
  await approvePayment(customer, transactionId);
  const [order] = await query<{ id: string; number: string }>(
    'select id, number from orders where customer_id = $1',
    [customer.id],
  );
  return { customer, ...order! };
}

/** Opens a payment for the default order through the API. */
export async function openPayment(
  query: Query,
  { identifier }: Person,
): Promise<{ transactionId: string; portal: { token: string } }> {
  const { sector, address, ...item } = defaultOrder;
  const [zone] = await query<{ id: string }>('select id from zones where $1 = any(sectors)', [sector]);
  return callAs(identifier, 'POST', '/api/payments', {
    order: {
      prescription: { type: 'numerical', items: [item] },
      deliveryZone: zone!.id,
      deliveryAddress: address,
      finalAmount: null,
    },
  });
}

/** Approves the payment in the sandbox. */
export async function approvePayment({ identifier }: Person, transactionId: string): Promise<void> {
  await callAs(identifier, 'POST', `/sandbox-pay/transactions/${transactionId}/approve`, {});
}
