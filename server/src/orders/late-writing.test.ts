import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder } from '../builders/order.ts';
import { Refusal } from '../refusal.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { whileLocked } from '../testing/while-locked.ts';
import { writePrescription } from './digitize.ts';
import { findOrderFor } from './queries.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

test('returns 404 to an agent who writes the items of an order assigned to another agent meanwhile', async () => {
  const first = await t.signIn('agent');
  const assignee = await t.signIn('agent');
  const medication = await buildMedication(t.db);
  const order = await buildOrder(t.db, { state: 'pre-treatment', items: [] });
  const { id: _id, type, name, phone } = first.row;
  const ctx = { ...t.ctx, actor: { _id, type, name, phone } };
  const view = await findOrderFor(t.db, ctx.actor, order.id);
  const assigned = await t.call(await t.signIn('supervisor'), 'PATCH', `/orders/${order.id}/assign`, {
    agent: assignee.row.id,
  });
  expect(assigned.status).toBe(200);

  const writing = writePrescription(ctx, view!, {
    type: 'numerical',
    items: [{ medicationId: medication.id, quantity: 1 }],
  });
  await expect(writing).rejects.toThrow(new Refusal('NOT_FOUND'));
  const { body } = await t.call(assignee, 'GET', `/orders/${order.id}`);
  expect(body.order).toMatchObject({ itemsCount: 0, allowedActions: ['write-prescription'] });
});

test('prices without the insurance card when it was taken off while the items were written', async () => {
  const agent = await t.signIn('agent');
  const customer = await t.signIn('customer');
  const ownerId = customer.row.id;
  const medication = await buildMedication(t.db, { price: 1000 });
  const photograph = await buildFile(t.db, { ownerId, boundAt: t.clock.now() });
  const order = await buildOrder(t.db, {
    state: 'pre-treatment',
    customerId: ownerId,
    items: [],
    zone: await buildZone(t.db, { price: 500 }),
    prescriptionUrl: photograph.key,
    card: await buildInsuranceCard(t.db, { ownerId, rate: 80 }),
  });
  const dropped =
    'update orders set card_id = null, card_rate = null, card_label = null, card_url = null where id = $1';
  const items = [{ medicationId: medication.id, quantity: 100 }];
  const { status, body } = await whileLocked(t.pool, {
    first: { text: dropped, values: [order.id] },
    second: () => t.call(agent, 'PUT', `/orders/${order.id}`, { prescription: { type: 'numerical', items } }),
  });
  // 500 + 100 000 × 110 / 100; with the card it would be 30 500.
  expect([status, body.order?.totalAmount]).toEqual([200, 110_500]);
});
