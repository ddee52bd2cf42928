import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMedication } from '../../builders/catalogue.ts';
import { buildOrder } from '../../builders/order.ts';
import { Refusal } from '../../refusal.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { findOrderFor } from '../queries.ts';
import { writePrescription } from './write-prescription.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

test('returns 404 to an agent who writes the items of an order assigned to another agent meanwhile', async () => {
  const [first, assignee] = [await t.signIn('agent'), await t.signIn('agent')];
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
