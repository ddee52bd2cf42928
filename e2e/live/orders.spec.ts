import type { Page } from '@playwright/test';
import { assignCourier, assignPharmacy, expectSteps } from '../order-steps.ts';
import { createCustomerWithDraft, openSummary, payWith } from '../ordering.ts';
import { createPerson, uniqueDigits } from '../people.ts';
import { DESKTOP, expect, PHONE, type Query, test } from '../product.ts';
import { expectToast } from '../toasts.ts';

// No page is reloaded: each shows the changes made on the others without user input.

test('changes to an order appear on every open page', async ({ open, query }) => {
  const customer = await createCustomerWithDraft(query, `Cliente Direct-${uniqueDigits()}`);
  const supervisor = await createPerson(query, 'supervisor', 'Superviseur du Direct');
  const pharmacy = await createPerson(query, 'pharmacy', `Pharmacie Direct-${uniqueDigits()}`);
  const courier = await createPerson(query, 'deliveryPerson', `Livreur Direct-${uniqueDigits()}`);
  const supervisorPage = await open(DESKTOP, supervisor.identifier);
  const pharmacyPage = await open(DESKTOP, pharmacy.identifier);
  const courierPage = await open(PHONE, courier.identifier);
  const customerPage = await open(PHONE, customer.storage);
  await supervisorPage.goto('/supervisor-dashboard');
  await supervisorPage.getByLabel('Numéro ou nom du client').fill(customer.name);
  await expect(supervisorPage.getByText(`« ${customer.name} »`)).toBeVisible();
  await pharmacyPage.goto('/pharmacy-dashboard?state=all');
  await courierPage.goto('/delivery-dashboard');
  await expect(courierPage.getByText('Aucune livraison à faire')).toBeVisible();

  const listedAt = listingOf(supervisorPage, customer.name);
  await openSummary(customerPage);
  await payWith(customerPage, 'Accepter le paiement');
  await customerPage.waitForURL(/\/tracking\?order=/);
  const number = await customerPage.getByRole('heading', { name: /^CMD-\d{6,}$/ }).innerText();
  const row = supervisorPage
    .getByRole('list', { name: 'Commandes' })
    .getByRole('listitem')
    .filter({ hasText: number });
  await expect(row).toContainText(customer.name);
  await expectSteps(customerPage, 2);
  await recordDelay(query, number, await listedAt);

  await row.getByRole('link', { name: number, exact: true }).click();
  const pharmacyRows = pharmacyPage.getByRole('list', { name: 'Commandes' }).getByRole('listitem');
  await expect(pharmacyRows).toHaveCount(0);
  await assignPharmacy(supervisorPage, pharmacy);
  await expect(pharmacyRows).toContainText(number);
  await assignCourier(supervisorPage, courier);
  const delivery = courierPage.getByRole('listitem').filter({ hasText: number });
  await expect(delivery).toContainText('À récupérer');

  await courierPage.getByRole('button', { name: 'Commencer la livraison' }).click();
  await expectToast(courierPage, 'Statut mis à jour avec succès');
  await expectSteps(customerPage, 3);
  await expect(customerPage.getByRole('main')).toContainText(courier.name);
  await courierPage.getByRole('button', { name: 'Marquer comme livrée' }).click();
  await expectSteps(customerPage, 4);
  const order = supervisorPage.getByRole('region', { name: 'Commande ouverte' });
  await expect(order.getByText('Livrée', { exact: true })).toBeVisible();
  await expect(pharmacyRows).toContainText('Livrée');
});

/** When an order of this customer appears on the list of orders, ms since the epoch. */
function listingOf(page: Page, customer: string): Promise<number> {
  return page.evaluate(
    (name) =>
      new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => {
          const rows = [...document.querySelectorAll('ul[aria-label=Commandes] > li')];
          if (!rows.some(({ textContent }) => textContent.includes(name))) return;
          observer.disconnect();
          resolve(Date.now());
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    customer,
  );
}

/**
 * Reports how long the order took to appear in the list. Not asserted, because it depends on the machine;
 * `refetch.test.ts` asserts the rule.
 */
async function recordDelay(query: Query, number: string, listedAt: number): Promise<void> {
  const [order] = await query<{ at: Date }>('select created_at as at from orders where number = $1', [
    number,
  ]);
  const description = `${listedAt - order!.at.getTime()} ms from stored to listed`;
  test.info().annotations.push({ type: 'delay', description });
  console.info(`A paid order: ${description}`);
}
