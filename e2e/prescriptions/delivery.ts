import { createPerson, type Person } from '../people.ts';
import { expect, type Query } from '../product.ts';
import { sessionOf } from '../session.ts';

/** Calls the API as this user. */
export async function callAs(identifier: string, method: string, path: string, body: object) {
  const token = (await sessionOf(identifier)).origins[0]!.localStorage[0]!.value;
  const response = await fetch(`${process.env.AMASIN_URL}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
  return response.json();
}

/** Assigns and delivers a paid order through the API; order-journey.spec.ts tests the pages for it. Returns the pharmacy. */
export async function deliverOrder(query: Query, orderId: string): Promise<Person> {
  const pharmacy = await createPerson(query, 'pharmacy', 'Pharmacie de la Suite');
  const courier = await createPerson(query, 'deliveryPerson', 'Livreur de la Suite');
  const supervisor = 'superviseur@amasin.demo';
  await callAs(supervisor, 'PATCH', `/orders/${orderId}/assign`, { pharmacy: pharmacy.id });
  await callAs(supervisor, 'PATCH', `/orders/${orderId}/assign`, { deliveryPerson: courier.id });
  for (const status of ['delivering', 'delivered']) {
    await callAs(courier.identifier, 'PATCH', `/orders/${orderId}/status`, { status });
  }
  return pharmacy;
}
