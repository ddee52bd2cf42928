import type { Page } from '@playwright/test';
import { createPaidOrder } from '../paid-order.ts';
import { createPerson } from '../people.ts';
import { DESKTOP, expect, type Query, test } from '../product.ts';

// One after the other: each test needs the orders that have waited longest.
test.describe.configure({ mode: 'serial' });

test('a supervisor gives ten new orders a pharmacy and a courier with two keys each', async ({
  open,
  query,
}) => {
  const orders = await createOldOrders(query, 10);
  const page = await open(DESKTOP, 'superviseur@amasin.demo');
  await page.goto('/supervisor-dashboard');
  const first = page.getByRole('link', { name: `Assigner une pharmacie à ${orders[0]!.number}` });
  await first.focus();
  const keys = countKeys(page);
  await keys.press('Enter');
  for (const { number } of orders) {
    for (const title of ['Assigner une pharmacie', 'Assigner un livreur']) {
      await expect(page.getByRole('dialog', { name: title })).toContainText(number);
      await expect(page.getByRole('radio').first()).toBeFocused();
      await keys.press('Enter');
    }
  }
  const ids = orders.map(({ id }) => id);
  await expect.poll(() => assigned(query, ids)).toBe(10);
  // The first key opens the first dialog.
  expect(keys.count()).toBe(21);
  await keys.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a supervisor who searched for an order keeps it open once it is assigned', async ({ open, query }) => {
  const order = await createPaidOrder(query, 'Cherchée Test');
  await createOldOrders(query, 1);
  const pharmacy = await createPerson(query, 'pharmacy', 'Pharmacie Cherchée');
  await query('update orders set pharmacy_id = $1 where id = $2', [pharmacy.id, order.id]);
  const page = await open(DESKTOP, 'superviseur@amasin.demo');
  await page.goto(`/supervisor-dashboard?q=${order.number}&order=${order.id}&assign=deliveryPerson`);
  await expect(page.getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('region', { name: 'Commande ouverte' })).toContainText(order.number);
});

/** Paid orders that have waited longer than all others, so that they are first in « À faire »; the oldest first. */
async function createOldOrders(query: Query, count: number) {
  const orders: { id: string; number: string }[] = [];
  for (let n = 0; n < count; n += 1) orders.push(await createPaidOrder(query, `Attente Test ${n}`));
  await query(
    `update orders set paid_at = (select min(paid_at) from orders) - (${count} - n + 1) * interval '1 minute'
     from unnest($1::uuid[]) with ordinality as waiting (order_id, n) where id = order_id`,
    [orders.map(({ id }) => id)],
  );
  return orders;
}

async function assigned(query: Query, ids: readonly string[]): Promise<number> {
  const rows = await query(
    'select 1 from orders where id = any($1::uuid[]) and pharmacy_id is not null and delivery_person_id is not null',
    [ids],
  );
  return rows.length;
}

function countKeys(page: Page) {
  let pressed = 0;
  return {
    press: (key: string) => {
      pressed += 1;
      return page.keyboard.press(key);
    },
    count: () => pressed,
  };
}
