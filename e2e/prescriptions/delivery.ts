import { createPerson, type Person } from '../people.ts';
import type { Query } from '../product.ts';
import { callAs } from '../session.ts';

/** Assigns and delivers a paid order through the API; order-journey.spec.ts tests the pages for it. Returns the pharmacy. */
export async function deliverOrder(query: Query, orderId: string): Promise<Person> {
  const pharmacy = await createPerson(query, 'pharmacy', 'Pharmacie de la Suite');
  const courier = await createPerson(query, 'deliveryPerson', 'Livreur de la Suite');
  const supervisor = 'superviseur@amasin.demo';
  await callAs(supervisor, 'PATCH', `/api/orders/${orderId}/assign`, { pharmacy: pharmacy.id });
  await callAs(supervisor, 'PATCH', `/api/orders/${orderId}/assign`, { deliveryPerson: courier.id });
  for (const status of ['delivering', 'delivered']) {
    await callAs(courier.identifier, 'PATCH', `/api/orders/${orderId}/status`, { status });
  }
  return pharmacy;
}
