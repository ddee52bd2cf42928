import { meet, type Someone } from '../people.ts';
import { expect, type Query } from '../product.ts';
import { sessionOf } from '../session.ts';

/** Calls the API as this person. */
export async function callAs(identifier: string, method: string, path: string, body: object) {
  const token = (await sessionOf(identifier)).origins[0]!.localStorage[0]!.value;
  const answer = await fetch(`${process.env.AMASIN_URL}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
  return answer.json();
}

/** What the screens of another test show: a paid order is assigned, fetched and delivered. Who prepared it. */
export async function deliver(query: Query, orderId: string): Promise<Someone> {
  const pharmacy = await meet(query, 'pharmacy', 'Pharmacie de la Suite');
  const courier = await meet(query, 'deliveryPerson', 'Livreur de la Suite');
  const supervisor = 'superviseur@amasin.demo';
  await callAs(supervisor, 'PATCH', `/orders/${orderId}/assign`, { pharmacy: pharmacy.id });
  await callAs(supervisor, 'PATCH', `/orders/${orderId}/assign`, { deliveryPerson: courier.id });
  for (const status of ['delivering', 'delivered']) {
    await callAs(courier.identifier, 'PATCH', `/orders/${orderId}/status`, { status });
  }
  return pharmacy;
}
