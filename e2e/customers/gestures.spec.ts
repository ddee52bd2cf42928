import type { Locator, Page } from '@playwright/test';
import { tabTo } from '../keys.ts';
import { defaultOrder, keepPlace, ORDER_PLACED, payButton, portalOf } from '../ordering.ts';
import { createPaidOrder } from '../paid-order.ts';
import { createPerson } from '../people.ts';
import { DESKTOP, expect, PHONE, type Query, test } from '../product.ts';
import { expectToast } from '../toasts.ts';

/** Counts the taps, or the keys, that reach the page. */
async function count(page: Page, event: 'pointerdown' | 'keydown'): Promise<() => Promise<number>> {
  let times = 0;
  await page.exposeFunction(`count_${event}`, () => {
    times += 1;
  });
  await page.addInitScript((name) => {
    const counters = window as unknown as Record<string, () => void>;
    window.addEventListener(name, () => counters[`count_${name}`]?.(), { capture: true });
  }, event);
  return async () => times;
}

const countTaps = (page: Page) => count(page, 'pointerdown');

/** Delivers an order: what the courier and supervisors do is tested elsewhere. */
async function deliver(query: Query, orderId: string): Promise<void> {
  const pharmacy = await createPerson(query, 'pharmacy', 'Pharmacie Encore');
  const courier = await createPerson(query, 'deliveryPerson', 'Livreur Encore');
  const assigned = [orderId, pharmacy.id, courier.id];
  await query(
    "update orders set state = 'delivering', pharmacy_id = $2, delivery_person_id = $3 where id = $1",
    assigned,
  );
  await query("update orders set state = 'delivered' where id = $1", [orderId]);
  // The same content paid twice within half an hour is asked about first.
  await query("update payments set settled_at = settled_at - interval '1 day' where order_id = $1", [
    orderId,
  ]);
}

test('a customer orders again, for the same place, in 2 taps to the portal', async ({ open, query }) => {
  const { customer, id } = await createPaidOrder(query, 'Encore Test');
  await deliver(query, id);
  // A page of its own: what is added to a page stays in it.
  const page = await open(PHONE, customer.identifier, { touch: true });
  const taps = await countTaps(page);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Commander à nouveau' }).click();
  await expect(page.getByRole('main')).toContainText(`${defaultOrder.quantity} × ${defaultOrder.label}`);
  await expect(page.getByRole('main')).toContainText(defaultOrder.address);
  await payButton(page).click();
  await expect(portalOf(page).getByRole('button', { name: 'Accepter le paiement' })).toBeVisible();
  expect(await taps()).toBe(2);
});

test('a customer orders two medicines at a kept place in 7 taps and 7 keys', async ({ open, query }) => {
  const customer = await createPerson(query, 'customer', 'Peu de gestes');
  await keepPlace(query, customer);
  // A page of its own: what is added to a page stays in it.
  const page = await open(PHONE, customer.identifier, { touch: true });
  const taps = await countTaps(page);
  const keys = await count(page, 'keydown');
  await page.goto('/order');
  const search = page.getByRole('combobox', { name: 'Ajouter un médicament' });
  const lines = page.getByRole('list', { name: 'Médicaments choisis' }).getByRole('listitem');
  await search.tap();
  // The field keeps the focus: the second medicine is typed without another tap.
  for (const [at, typed] of ['alb', 'para'].entries()) {
    await page.keyboard.type(typed);
    await page.getByRole('option').first().tap();
    await expect(lines).toHaveCount(at + 1);
  }
  const goOn = page.getByRole('button', { name: 'Continuer' });
  await goOn.tap();
  await page.getByText(/^Maison/).tap();
  await goOn.tap();
  await payButton(page).tap();
  await expect(portalOf(page).getByRole('button', { name: 'Accepter le paiement' })).toBeVisible();
  expect([await taps(), await keys()]).toEqual([7, 7]);
});

/** Types into a search field and selects the first option. */
async function selectFirst(page: Page, search: Locator, typed: string): Promise<void> {
  await tabTo(page, search);
  await page.keyboard.type(typed);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option').first()).toBeHidden();
}

test('a customer orders and pays with the keyboard only', async ({ open, query }) => {
  const customer = await createPerson(query, 'customer', 'Clavier Commande');
  const page = await open(DESKTOP, customer.identifier);
  await page.goto('/order');
  await selectFirst(page, page.getByRole('combobox', { name: 'Ajouter un médicament' }), 'albendazole 400');
  await selectFirst(page, page.getByRole('combobox', { name: 'Votre quartier' }), defaultOrder.sector);
  await tabTo(page, page.getByLabel('Adresse de livraison'));
  await page.keyboard.type(defaultOrder.address);
  await tabTo(page, payButton(page));
  await page.keyboard.press('Enter');
  await tabTo(page, portalOf(page).getByRole('button', { name: 'Accepter le paiement' }));
  await page.keyboard.press('Enter');
  await expectToast(page, ORDER_PLACED);
  await page.waitForURL(/\/tracking\?order=/);
  expect(
    await query('select 1 from orders where customer_id = $1 and state = $2', [customer.id, 'pending']),
  ).toHaveLength(1);
});
