import { defaultOrder } from '../ordering.ts';
import { createPerson, type Person } from '../people.ts';
import type { Query } from '../product.ts';
import { callAs, uploadAs } from '../session.ts';

/**
 * Creates, through the API, an order with this photograph, for this pharmacist alone.
 * @param of its customer; by default a new one
 * @returns its number
 */
export async function createPhotoOrder(
  query: Query,
  agent: Person,
  photo: Buffer,
  of?: Person,
): Promise<string> {
  const customer = of ?? (await createPerson(query, 'customer', 'Photo du Matin'));
  const url = await uploadAs(customer.identifier, photo, 'prescription');
  const [zone] = await query<{ id: string }>('select id from zones where $1 = any(sectors)', [
    defaultOrder.sector,
  ]);
  const { order } = await callAs(customer.identifier, 'POST', '/api/orders', {
    prescription: { type: 'physical', url },
    deliveryZone: zone!.id,
    deliveryAddress: defaultOrder.address,
  });
  await query('update orders set agent_id = $1 where id = $2', [agent.id, order._id]);
  return order.number;
}
