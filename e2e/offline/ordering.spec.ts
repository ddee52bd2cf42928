import {
  addMedicine,
  defaultOrder,
  goToStep,
  keepPlace,
  ORDER_HELD,
  payButton,
  payWith,
  recordsOf,
} from '../ordering.ts';
import { createPerson } from '../people.ts';
import { expect, PHONE, test } from '../product.ts';
import { expectAccessible } from '../visual/accessibility.ts';
import { waitForServiceWorker } from './service-worker.ts';

test('a customer without a network writes an order to its end, over reloads, and pays it when it is back', async ({
  open,
  query,
}) => {
  const customer = await createPerson(query, 'customer', 'Sans-réseau Test');
  await keepPlace(query, customer);
  const page = await open(PHONE, customer.identifier, { serviceWorker: true });
  await page.goto('/order');
  await waitForServiceWorker(page);
  await addMedicine(page, 'albendazole', new RegExp(defaultOrder.label));

  await page.context().setOffline(true);
  await page.goto('/order');
  const search = page.getByRole('combobox', { name: 'Ajouter un médicament' });
  await page.getByRole('button', { name: `Une unité de plus : ${defaultOrder.label}` }).click();
  await search.fill('paracétamol');
  await expect(page.getByText(/^La recherche attend le réseau\./)).toBeVisible();
  await page.reload();
  await expect(search).toHaveValue('paracétamol');
  await goToStep(page, 2);
  await page.getByText(/^Maison/).click();
  await page.getByLabel('Adresse de livraison').fill(`${defaultOrder.address}, 2e étage`);
  await goToStep(page, 3);
  await page.reload();
  const main = page.getByRole('main');
  await expect(main).toContainText(`2 × ${defaultOrder.label}`);
  await expect(main).toContainText('2e étage');
  await expect(page.getByText(ORDER_HELD)).toBeVisible();
  await expect(page.getByText(/affichés sont les derniers lus/)).toBeVisible();
  await payButton(page).click();
  await expect(page.getByRole('status').filter({ hasText: ORDER_HELD })).toBeFocused();
  await expectAccessible(page);

  await page.context().setOffline(false);
  await expect(page.getByText('Le réseau est de retour')).toBeVisible();
  expect(await recordsOf(query, customer)).toMatchObject({ orders: 0, payments: [] });
  // It was sent by itself.
  await page.goBack();
  await page.goBack();
  await page.getByRole('button', { name: /résultats? pour «\sparacétamol\s» : voir/ }).click();
  await expect(page.getByRole('option', { name: /Paracétamol/ }).first()).toBeVisible();
  await page.goto('/order?etape=recapitulatif');
  await payWith(page, 'Accepter le paiement');
  await page.waitForURL(/\/tracking\?order=/);
  expect(await recordsOf(query, customer)).toMatchObject({ orders: 1, payments: ['paid'] });
});
