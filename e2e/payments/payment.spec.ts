import {
  closePortal,
  createCustomerWithDraft,
  expectDraft,
  ORDER_PLACED,
  openSummary,
  payWith,
  portalOf,
  recordsOf,
} from '../ordering.ts';
import { expect, PHONE, test } from '../product.ts';
import { expectToast } from '../toasts.ts';

test('a mother orders and pays at the second try; Back leads to her home page, which begins with the order', async ({
  open,
  query,
}) => {
  const customer = await createCustomerWithDraft(query, 'Refus Test');
  const page = await open(PHONE, customer.storage);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Commander' }).first().click();
  await openSummary(page);
  await payWith(page, 'Refuser le paiement');
  await expect(portalOf(page).getByText('Paiement refusé.')).toBeVisible();
  await closePortal(page);
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Le paiement n’a pas abouti. Votre commande est gardée',
  );
  await expectDraft(page);
  await payWith(page, 'Accepter le paiement');
  await expectToast(page, ORDER_PLACED);
  await page.waitForURL(/\/tracking\?order=/);
  expect(await recordsOf(query, customer)).toMatchObject({
    orders: 1,
    payments: ['failed', 'paid'],
    journals: 1,
  });
  await expect(page.getByRole('heading', { name: /^CMD-/ })).toBeVisible();
  await page.goBack();
  await page.waitForURL(/\/dashboard$/);
  const card = page.getByRole('region', { name: 'En cours' });
  await expect(card).toContainText('Payée : nous cherchons une pharmacie.');
  // « vers 15 h 10 »; from 22 h on, with the day.
  await expect(card).toContainText(/Prévue /);
});
