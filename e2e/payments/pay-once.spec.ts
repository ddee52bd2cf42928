import {
  closePortal,
  createCustomerWithDraft,
  openSummary,
  payButton,
  payWith,
  portalOf,
  recordsOf,
} from '../ordering.ts';
import { expect, PHONE, test } from '../product.ts';

const ACCEPT = 'Accepter le paiement';

test('one basket on two phones: both open the same payment, and the second leads to the paid order', async ({
  open,
  query,
}) => {
  const customer = await createCustomerWithDraft(query, 'Deux-téléphones Test');
  const first = await open(PHONE, customer.storage);
  const second = await open(PHONE, customer.storage);
  for (const page of [first, second]) await openSummary(page);
  await payButton(second).click();
  await expect(portalOf(second).getByRole('button', { name: ACCEPT })).toBeVisible();
  const toast = second.getByRole('alert').filter({ hasText: 'Paiement reçu' });
  await Promise.all([expect(toast).toBeVisible(), payWith(first, ACCEPT)]);
  await first.waitForURL(/\/tracking\?order=/);
  // The second phone closes its portal without paying; the toast does not cover the button.
  await closePortal(second);
  await second.waitForURL(/\/tracking\?order=/);
  expect(await recordsOf(query, customer)).toMatchObject({ orders: 1, payments: ['paid'], journals: 1 });
});

test('a basket that was paid on another phone shows its order instead of a second payment', async ({
  open,
  query,
}) => {
  const customer = await createCustomerWithDraft(query, 'Déjà-payée Test');
  const first = await open(PHONE, customer.storage);
  const second = await open(PHONE, customer.storage);
  for (const page of [first, second]) await openSummary(page);
  await payWith(first, ACCEPT);
  await first.waitForURL(/\/tracking\?order=/);
  await payButton(second).click();
  await expect(second.getByRole('heading', { name: 'Cette commande est déjà payée' })).toBeVisible();
  await second.getByRole('link', { name: 'Voir la commande' }).click();
  await second.waitForURL(/\/tracking\?order=/);
  await expect(second.getByRole('heading', { name: /^CMD-/ })).toBeVisible();
  await second.goto('/order');
  await expect(second.getByRole('list', { name: 'Médicaments choisis' })).toBeHidden();
  expect(await recordsOf(query, customer)).toMatchObject({ orders: 1, payments: ['paid'], journals: 1 });
});

test('a payment under review is shown on every page, and paying again asks for confirmation', async ({
  open,
  query,
}) => {
  const customer = await createCustomerWithDraft(query, 'Vérifié Test');
  const page = await open(PHONE, customer.storage);
  await openSummary(page);
  await payWith(page, 'Payer un autre montant');
  await expect(page.getByText('Paiement à vérifier')).toBeVisible();
  const { transactionId } = await recordsOf(query, customer);
  for (const path of ['/dashboard', '/tracking', '/order']) {
    await page.goto(path);
    await expect(page.getByText(`Numéro : ${transactionId}`)).toBeVisible();
    await expect(page.getByRole('link', { name: /^Appeler le 01/ })).toBeVisible();
  }
  await openSummary(page);
  await expect(page.getByRole('button', { name: /^Payer \d/ })).toBeHidden();
  await payButton(page).click();
  await page.getByRole('button', { name: 'Ne pas payer' }).click();
  expect(await recordsOf(query, customer)).toMatchObject({ orders: 0, payments: ['review'] });
});
