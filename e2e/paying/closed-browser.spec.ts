import type { Page } from '@playwright/test';
import { booksOf, openSummary, payButton, payWith, portalOf, writer } from '../ordering.ts';
import { expect, PHONE, test } from '../product.ts';
import type { Kept } from '../session.ts';

// RULES 14: whoever closes the browser while paying loses neither money nor order.

const once = { orders: 1, payments: ['paid'], journals: 1 };

test('closed before the payment is known to be open: the order is still written', async ({ open, query }) => {
  const customer = await writer(query, 'Fermé-avant Test');
  const page = await open(PHONE, customer.kept);
  await openSummary(page);
  const opened = new Promise<void>((resolve) => {
    void page.route('**/api/payments', async (route) => {
      // The server opens it; the answer never arrives.
      await route.fetch();
      resolve();
    });
  });
  await payButton(page).click();
  await opened;
  const again = await open(PHONE, await close(page));
  await openSummary(again);
  await payWith(again, 'Accepter le paiement');
  await again.waitForURL(/\/tracking\?order=/);
  expect(await booksOf(query, customer)).toMatchObject({
    orders: 1,
    payments: ['paid'],
    journals: 1,
  });
});

test('closed with the portal open: the order is still written, and the same payment goes on', async ({
  open,
  query,
}) => {
  const customer = await writer(query, 'Fermé-portail Test');
  const page = await open(PHONE, customer.kept);
  await openSummary(page);
  await payButton(page).click();
  await expect(portalOf(page).getByRole('button', { name: 'Accepter le paiement' })).toBeVisible();
  const again = await open(PHONE, await close(page));
  await openSummary(again);
  await expect(again.getByText('Paiement en cours de vérification…')).toBeVisible();
  await payWith(again, 'Accepter le paiement');
  await again.waitForURL(/\/tracking\?order=/);
  expect(await booksOf(query, customer)).toMatchObject(once);
});

test('closed once the money is taken, before the page knows: the order is there', async ({ open, query }) => {
  const customer = await writer(query, 'Fermé-après Test');
  const page = await open(PHONE, customer.kept);
  await openSummary(page);
  await payButton(page).click();
  await expect(portalOf(page).getByRole('button', { name: 'Accepter le paiement' })).toBeVisible();
  const { transactionId } = await booksOf(query, customer);
  const taken = await page.request.post(`/sandbox-pay/transactions/${transactionId}/approve`);
  expect(taken.ok()).toBe(true);
  await expectFound(await open(PHONE, await close(page)));
  expect(await booksOf(query, customer)).toMatchObject(once);
});

test('closed between « paid » and the answer to it: the order is there', async ({ open, query }) => {
  const customer = await writer(query, 'Fermé-réponse Test');
  const page = await open(PHONE, customer.kept);
  await openSummary(page);
  const told = new Promise<void>((resolve) => {
    void page.route('**/api/orders', () => resolve());
  });
  await payWith(page, 'Accepter le paiement');
  await told;
  await expectFound(await open(PHONE, await close(page)));
  expect(await booksOf(query, customer)).toMatchObject(once);
});

test('closed after a silent payment: the form knows of it, and asks', async ({ open, query }) => {
  const customer = await writer(query, 'Fermé-silence Test');
  const page = await open(PHONE, customer.kept);
  await openSummary(page);
  await payWith(page, 'Accepter sans rien dire');
  await expect(portalOf(page).getByText('Votre opérateur traite le paiement.')).toBeVisible();
  const again = await open(PHONE, await close(page));
  await again.goto('/order');
  await again.waitForURL(/\/tracking\?order=/);
  expect(await booksOf(query, customer)).toMatchObject(once);
});

/** Closes the browser; answers what the device keeps. */
async function close(page: Page): Promise<Kept> {
  const kept = await page.context().storageState();
  await page.context().close();
  return kept;
}

/** The order is in Suivi, and the form that led to it is empty again. */
async function expectFound(page: Page): Promise<void> {
  await page.goto('/tracking');
  await expect(page.getByRole('list', { name: 'Mes commandes' }).getByRole('listitem')).toHaveCount(1);
  await page.goto('/order');
  await page.waitForURL(/\/tracking\?order=/);
  await page.goto('/order');
  await expect(page.getByRole('list', { name: 'Médicaments choisis' })).toBeHidden();
}
