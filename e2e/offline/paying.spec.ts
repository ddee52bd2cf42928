import {
  clickInPortal,
  closePortal,
  createCustomerWithDraft,
  expectDraft,
  openSummary,
  payButton,
  payWith,
  portalOf,
  recordsOf,
} from '../ordering.ts';
import { expect, PHONE, test } from '../product.ts';

test('a customer who loses the network while paying keeps her draft, and pays the same payment later', async ({
  open,
  query,
}) => {
  const customer = await createCustomerWithDraft(query, 'Hors-ligne Test');
  const page = await open(PHONE, customer.storage);
  await openSummary(page);
  await payButton(page).click();
  await expect(portalOf(page).getByRole('button', { name: 'Accepter le paiement' })).toBeVisible();
  await page.context().setOffline(true);
  await clickInPortal(page, 'Accepter le paiement');
  await expect(portalOf(page).getByText('Pas de connexion. Réessayez.')).toBeVisible();
  await expect(page.getByText('Vous êtes hors connexion.')).toBeVisible();
  await closePortal(page);
  await expect(page.getByText(/n’est pas confirmé/)).toBeVisible();
  await expectDraft(page);

  await page.context().setOffline(false);
  await expect(page.getByText('Connexion rétablie.')).toBeVisible();
  await payWith(page, 'Accepter le paiement');
  await page.waitForURL(/\/tracking\?order=/);
  // The same payment was opened again, not a second one.
  expect(await recordsOf(query, customer)).toMatchObject({ orders: 1, payments: ['paid'], journals: 1 });
});
