import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

test('returns sums above the largest single amount as whole numbers', async () => {
  const pharmacy = await t.signIn('pharmacy');
  const customer = await t.signIn('customer');
  const medication = await buildMedication(t.db, { price: 90_000 });
  for (let n = 0; n < 25; n += 1) {
    await buildOrder(t.db, {
      state: 'ended',
      customerId: customer.row.id,
      pharmacyId: pharmacy.row.id,
      items: [{ medication, quantity: 999 }],
    });
  }
  const { body } = await t.call(pharmacy, 'GET', '/orders');
  expect(body.revenue).toBe(25 * 999 * 90_000);
  const stats = await t.call(customer, 'GET', '/stats/dashboard');
  expect(stats.body.totalSpent).toBe(25 * (500 + (999 * 90_000 * 11) / 10));
});

const latest = 'created_at desc, id desc';

test.each([
  ['orders_date', 'true'],
  ['orders_customer', "customer_id = '00000000-0000-7000-8000-000000000000'"],
  ['orders_pharmacy', "pharmacy_id = '00000000-0000-7000-8000-000000000000'"],
  ['orders_delivery_person', "delivery_person_id = '00000000-0000-7000-8000-000000000000'"],
  ['orders_queue', "state = 'pre-treatment'", 'items_count > 0, created_at, id'],
])('reads a page of orders in the order of the index %s', async (index, scope, order = latest) => {
  const plan = await t.db.transaction(async (tx) => {
    // With few rows the planner prefers to sort: this checks that the index fits, not that it is faster.
    await tx.execute(sql`set local enable_seqscan = off`);
    await tx.execute(sql`set local enable_sort = off`);
    await tx.execute(sql`set local enable_bitmapscan = off`);
    const { rows } = await tx.execute(
      sql`explain select * from orders where ${sql.raw(scope)} order by ${sql.raw(order)} limit 50`,
    );
    return JSON.stringify(rows);
  });
  expect(plan).toContain(`Index Scan using ${index}`);
  expect(plan).not.toContain('Sort');
});
