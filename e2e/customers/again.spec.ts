import type { Page } from '@playwright/test';
import { addMedicine, defaultOrder, goToStep, keepPlace, payButton, portalOf } from '../ordering.ts';
import { createPaidOrder } from '../paid-order.ts';
import { createPerson } from '../people.ts';
import { expect, PHONE, type Query, test } from '../product.ts';

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

test('an order is ordered again, for the same place, in 2 taps to the portal', async ({ open, query }) => {
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

test('a kept place is chosen in 1 tap, after keeping it took 2', async ({ open, query }) => {
  const customer = await createPerson(query, 'customer', 'Lieu Test');
  // A page of its own: what is added to a page stays in it.
  const page = await open(PHONE, customer.identifier, { touch: true });
  const taps = await countTaps(page);
  await page.goto('/order');
  await addMedicine(page, 'albendazole', new RegExp(defaultOrder.label));
  await goToStep(page, 2);
  await page.getByRole('combobox', { name: 'Votre quartier' }).fill('Haie Vive');
  await page.getByRole('option').first().click();
  await page.getByLabel('Adresse de livraison').fill(defaultOrder.address);
  const before = await taps();
  await page.getByRole('button', { name: 'Garder cette adresse' }).click();
  await page.getByRole('button', { name: 'Garder', exact: true }).click();
  await expect(page.getByRole('radio', { name: /^Maison/ })).toBeChecked();
  expect((await taps()) - before).toBe(2);

  await page.getByLabel('Adresse de livraison').fill('Ailleurs, en face du marché');
  const chosen = await taps();
  await page.getByText(/^Maison/).click();
  await expect(page.getByLabel('Adresse de livraison')).toHaveValue(defaultOrder.address);
  expect((await taps()) - chosen).toBe(1);
});

test('two medicines are ordered at a kept place in 7 taps and 7 keys', async ({ open, query }) => {
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
