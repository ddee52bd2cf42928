import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

test('returns sums above the largest single amount as whole numbers', async () => {
  const pharmacy = await server.signIn('pharmacy');
  const customer = await server.signIn('customer');
  const medication = await buildMedication(server.db, { price: 90_000 });
  for (let n = 0; n < 25; n += 1) {
    await buildOrder(server.db, {
      state: 'ended',
      customerId: customer.row.id,
      pharmacyId: pharmacy.row.id,
      items: [{ medication, quantity: 999 }],
    });
  }
  const { body } = await server.call(pharmacy, 'GET', '/orders');
  expect(body.revenue).toBe(25 * 999 * 90_000);
  const stats = await server.call(customer, 'GET', '/stats/dashboard');
  expect(stats.body.totalSpent).toBe(25 * (500 + (999 * 90_000 * 11) / 10));
});
