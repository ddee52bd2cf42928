import type { Page } from '@playwright/test';
import { casesOf } from '../cases-of.ts';
import { createPaidOrder } from '../paid-order.ts';
import { createPerson } from '../people.ts';
import { expect, PHONE, type Query, test } from '../product.ts';
import { type CuttingProxy, moments, startCuttingProxy } from '../proxies.ts';
import { signInByApi } from '../session.ts';
import { waitForServiceWorker } from './service-worker.ts';

/** One interruption after each departure. */
const CUTS = casesOf(8, 50);

test(`a courier’s every departure is made once, in spite of ${CUTS} interruptions and reloads without a network`, async ({
  open,
  query,
}) => {
  test.setTimeout(180_000 + CUTS * 5_000);
  const courier = await createPerson(query, 'deliveryPerson', 'Livreur Hors-réseau');
  const orders = await createDeliveries(query, courier.id, CUTS);
  const proxy = await startCuttingProxy(process.env.AMASIN_URL!, /^PATCH \/api\/orders\/[^/ ]+\/status /);
  const storage = await signInByApi(courier.identifier);
  storage.origins[0]!.origin = proxy.url;
  const page = await open(PHONE, storage, { isolated: true, serviceWorker: true });
  try {
    await page.goto(`${proxy.url}/delivery-dashboard`);
    await waitForServiceWorker(page);
    await page.reload();
    const interrupt = interruptions(page, proxy);
    for (const { number } of orders) {
      const card = page.getByRole('listitem').filter({ hasText: number });
      await card.getByRole('button', { name: 'Commencer la livraison' }).click();
      await interrupt();
    }
    await page.context().setOffline(false);
    // A handover asks for a code, which is judged at once: what waits without a network is tried in delivery-dashboard.test.tsx.
    await expect
      .poll(() => movesOf(query, courier.id), { timeout: 60_000 })
      .toEqual(orders.map(({ id }) => `${id} start-delivery`).sort());
  } finally {
    await page.close();
    await proxy.close();
  }
});

test('a courier without a network reloads his deliveries, starts one and opens his other page', async ({
  open,
  query,
}) => {
  const courier = await createPerson(query, 'deliveryPerson', 'Livreur Recharge');
  const [order] = await createDeliveries(query, courier.id, 1);
  const page = await open(PHONE, courier.identifier, { serviceWorker: true });
  await page.goto('/delivery-dashboard');
  await waitForServiceWorker(page);
  await expect(page.getByRole('heading', { name: order!.number })).toBeVisible();

  await page.context().setOffline(true);
  await page.reload();
  const card = page.getByRole('listitem').filter({ hasText: order!.number });
  await expect(card).toContainText('Hors-réseau 1');
  await expect(page.getByText(/^vues à/)).toBeVisible();
  await card.getByRole('button', { name: 'Commencer la livraison' }).click();
  await expect(card).toContainText('Départ : sera envoyé au retour du réseau.');
  await page.goto(`/delivery-dashboard?order=${order!.id}`);
  await expect(card.getByRole('button', { name: 'Marquer comme livrée' })).toBeVisible();
  await page.getByRole('link', { name: 'Profil' }).click();
  await expect(page.getByRole('heading', { name: 'Mon profil' })).toBeVisible();

  // On another page, too, the move is sent when the network is back.
  await page.context().setOffline(false);
  await expect.poll(() => movesOf(query, courier.id)).toEqual([`${order!.id} start-delivery`]);
});

/** Paid orders with a pharmacy, assigned to this courier. */
async function createDeliveries(query: Query, courierId: string, count: number) {
  const pharmacy = await createPerson(query, 'pharmacy', 'Pharmacie Hors-réseau');
  const orders = [];
  for (let index = 1; index <= count; index += 1) {
    const order = await createPaidOrder(query, `Hors-réseau ${index}`);
    await query('update orders set pharmacy_id = $1, delivery_person_id = $2 where id = $3', [
      pharmacy.id,
      courierId,
      order.id,
    ]);
    orders.push(order);
  }
  return orders;
}

/** Each call interrupts the page in the next way of a fixed pseudorandom sequence. */
function interruptions(page: Page, proxy: CuttingProxy): () => Promise<void> {
  const ways = [...moments, 'offline', 'reload', 'reload offline', 'online'] as const;
  let state = 11;
  return async () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const way = ways[Math.floor((state / 2 ** 32) * ways.length)]!;
    if (way === 'online') return page.context().setOffline(false);
    if (way === 'offline') return page.context().setOffline(true);
    if (way === 'reload offline') await page.context().setOffline(true);
    if (way === 'reload' || way === 'reload offline') return void (await page.reload());
    proxy.cut(way);
  };
}

async function movesOf(query: Query, courierId: string): Promise<string[]> {
  const events = await query<{ move: string }>(
    `select order_id || ' ' || action as move from order_events where actor_id = $1`,
    [courierId],
  );
  return events.map(({ move }) => move).sort();
}
