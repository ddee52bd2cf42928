import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { messagesTo } from '../testing/notices.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let pharmacy: Visitor;
let other: Visitor;
let supervisor: Visitor;
let courier: Visitor;
let medication: MedicationRow;
let order: OrderRow;

beforeAll(async () => {
  server = await startTestApp();
  const partner = { isPartner: true };
  pharmacy = await server.signIn('pharmacy', partner);
  other = await server.signIn('pharmacy', partner);
  supervisor = await server.signIn('supervisor');
  courier = await server.signIn('deliveryPerson');
  medication = await buildMedication(server.db, { label: 'Paracétamol 500 mg' });
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  const people = { pharmacyId: pharmacy.row.id, deliveryPersonId: courier.row.id };
  order = await buildOrder(server.db, { ...people, items: [{ medication, quantity: 2 }] });
});

const report = (body: object, who = pharmacy) =>
  server.call(who, 'POST', `/orders/${order.id}/shortage`, body);
const missing = (more: object = {}) =>
  report({ reason: 'medicine-out-of-stock', medicationId: medication.id, ...more });
const seenBy = async (who: Visitor) => (await server.call(who, 'GET', `/orders/${order.id}`)).body.order;

it('a pharmacy reports what is missing; the supervisor sees it at once, and ends it', async () => {
  const { status, body } = await missing({ note: ' livré demain ' });
  const problem = {
    reason: 'medicine-out-of-stock',
    note: 'Paracétamol 500 mg · livré demain',
    at: server.clock.now().toISOString(),
  };
  expect([status, body.order.problem]).toEqual([200, problem]);
  expect((await seenBy(supervisor)).problem).toEqual(problem);
  expect((await seenBy(supervisor)).allowedActions).toContain('solve-problem');
  expect((await seenBy(courier)).problem).toBeNull();
  const { customer: _, ...rest } = await seenBy(supervisor);
  expect(JSON.stringify(rest)).toContain('livré demain');
  expect(await messagesTo(server, supervisor, order.number)).toEqual([
    `Préparation bloquée : ${order.number} : médicament en rupture.`,
  ]);
  await missing({ note: 'livré demain' });
  expect(await messagesTo(server, supervisor, order.number)).toHaveLength(1);
  expect((await server.call(supervisor, 'DELETE', `/orders/${order.id}/problem`)).status).toBe(204);
  expect((await seenBy(pharmacy)).problem).toBeNull();
  expect(await messagesTo(server, pharmacy, order.number)).toEqual([
    `Préparation débloquée : ${order.number} peut de nouveau être préparée.`,
  ]);
});

it('names a line of the order where there is one', async () => {
  const NAMELESS = { status: 422, body: { fields: { medicationId: 'Indiquez le médicament' } } };
  for (const reason of ['medicine-out-of-stock', 'quantity-short', 'price-differs'])
    expect(await report({ reason })).toMatchObject(NAMELESS);
  const { id: medicationId } = await buildMedication(server.db);
  expect((await report({ reason: 'quantity-short', medicationId })).body.fields).toEqual({
    medicationId: 'Ce médicament n’est pas dans cette commande',
  });
  expect((await report({ reason: 'pharmacy-closing' })).body.order.problem.note).toBeNull();
  expect((await report({ reason: 'customer-absent' })).status).toBe(422);
});

it('is not told to the customer', async () => {
  const customer = await server.signIn('customer');
  const people = { pharmacyId: pharmacy.row.id, customerId: customer.row.id };
  order = await buildOrder(server.db, { ...people, items: [{ medication, quantity: 2 }] });
  await missing();
  expect(await seenBy(customer)).not.toHaveProperty('problem');
  expect(await messagesTo(server, customer, order.number)).toEqual([]);
});

it('is of the assigned pharmacy, while the order is pending; another one has not reported it', async () => {
  expect((await report({ reason: 'pharmacy-closing' }, other)).status).toBe(404);
  expect((await report({ reason: 'pharmacy-closing' }, courier)).status).toBe(403);
  await missing();
  const replacing = { pharmacy: other.row.id, replaces: pharmacy.row.id };
  const replaced = await server.call(supervisor, 'PATCH', `/orders/${order.id}/assign`, replacing);
  expect([replaced.status, replaced.body.order.problem]).toEqual([200, null]);
  expect((await report({ reason: 'pharmacy-closing' })).status).toBe(404);
  await report({ reason: 'pharmacy-closing' }, other);
  // The courier fetched it all the same.
  await server.call(courier, 'PATCH', `/orders/${order.id}/status`, { status: 'delivering' });
  expect((await seenBy(supervisor)).problem).toBeNull();
  expect((await report({ reason: 'pharmacy-closing' }, other)).body.code).toBe('STATE_CHANGED');
});

it('a courier’s problem outlives a replaced pharmacy', async () => {
  await server.call(courier, 'POST', `/orders/${order.id}/problem`, { reason: 'customer-absent' });
  expect((await seenBy(pharmacy)).problem).toBeNull();
  const replacing = { pharmacy: other.row.id, replaces: pharmacy.row.id };
  const replaced = await server.call(supervisor, 'PATCH', `/orders/${order.id}/assign`, replacing);
  expect(replaced.body.order.problem.reason).toBe('customer-absent');
});

it('a pharmacy that was replaced is told by whom, whatever it does; one that never had the order is told nothing', async () => {
  const stranger = await server.signIn('pharmacy', { isPartner: true });
  const replacing = { pharmacy: other.row.id, replaces: pharmacy.row.id, reason: 'medicine-missing' };
  await server.call(supervisor, 'PATCH', `/orders/${order.id}/assign`, replacing);
  const all = (who: Visitor, id: string) =>
    Promise.all([
      server.call(who, 'GET', `/orders/${id}`),
      server.call(who, 'GET', `/orders/${id}/timeline`),
      server.call(who, 'POST', `/orders/${id}/ready`, { ready: true }),
      server.call(who, 'POST', `/orders/${id}/shortage`, { reason: 'pharmacy-closing' }),
    ]);
  const message = `Cette commande est maintenant confiée à ${other.row.name} (médicament manquant).`;
  for (const { status, body } of await all(pharmacy, order.id))
    expect([status, body]).toEqual([404, { success: false, code: 'REASSIGNED', message }]);
  const unknown = (await all(stranger, v7())).map(({ status, body }) => [status, body]);
  expect((await all(stranger, order.id)).map(({ status, body }) => [status, body])).toEqual(unknown);
});
