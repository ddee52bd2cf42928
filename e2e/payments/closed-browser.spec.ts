import type { Page } from '@playwright/test';
import {
  createCustomerWithDraft,
  openSummary,
  payButton,
  payWith,
  portalOf,
  recordsOf,
} from '../ordering.ts';
import { expect, PHONE, test } from '../product.ts';
import type { StorageState } from '../session.ts';

// Rule 14: a customer who closes the browser while paying loses neither the money nor the order.

const paidOnce = { orders: 1, payments: ['paid'], journals: 1 };

test('a customer closes the browser before her payment has opened: her draft is kept, and is paid once', async ({
  open,
  query,
}) => {
  const customer = await createCustomerWithDraft(query, 'Fermé-avant Test');
  const page = await open(PHONE, customer.storage);
  await openSummary(page);
  const opened = new Promise<void>((resolve) => {
    void page.route('**/api/payments', async (route) => {
      // The page also reads its payments there.
      if (route.request().method() !== 'POST') return route.fallback();
      // The server opens the payment; its response never arrives.
      await route.fetch();
      resolve();
    });
  });
  await payButton(page).click();
  await opened;
  const reopened = await open(PHONE, await close(page));
  await openSummary(reopened);
  await payWith(reopened, 'Accepter le paiement');
  await reopened.waitForURL(/\/tracking\?order=/);
  expect(await recordsOf(query, customer)).toMatchObject({
    orders: 1,
    payments: ['paid'],
    journals: 1,
  });
});

test('a customer closes the browser at the open portal: her draft is kept, and the same payment continues', async ({
  open,
  query,
}) => {
  const customer = await createCustomerWithDraft(query, 'Fermé-portail Test');
  const page = await open(PHONE, customer.storage);
  await openSummary(page);
  await payButton(page).click();
  await expect(portalOf(page).getByRole('button', { name: 'Accepter le paiement' })).toBeVisible();
  const reopened = await open(PHONE, await close(page));
  await openSummary(reopened);
  await expect(reopened.getByText('Paiement en cours de vérification…')).toBeVisible();
  await payWith(reopened, 'Accepter le paiement');
  await reopened.waitForURL(/\/tracking\?order=/);
  expect(await recordsOf(query, customer)).toMatchObject(paidOnce);
});

test('a customer closes the browser after the debit, before her page knows: her order exists', async ({
  open,
  query,
}) => {
  const customer = await createCustomerWithDraft(query, 'Fermé-après Test');
  const page = await open(PHONE, customer.storage);
  await openSummary(page);
  await payButton(page).click();
  await expect(portalOf(page).getByRole('button', { name: 'Accepter le paiement' })).toBeVisible();
  const { transactionId } = await recordsOf(query, customer);
  const response = await page.request.post(`/sandbox-pay/transactions/${transactionId}/approve`);
  expect(response.ok()).toBe(true);
  await expectFound(await open(PHONE, await close(page)));
  expect(await recordsOf(query, customer)).toMatchObject(paidOnce);
});

test('a customer closes the browser between the report of her payment and its response: her order exists', async ({
  open,
  query,
}) => {
  const customer = await createCustomerWithDraft(query, 'Fermé-réponse Test');
  const page = await open(PHONE, customer.storage);
  await openSummary(page);
  const reported = new Promise<void>((resolve) => {
    void page.route('**/api/orders', (route) =>
      route.request().method() === 'POST' ? resolve() : route.fallback(),
    );
  });
  await payWith(page, 'Accepter le paiement');
  await reported;
  await expectFound(await open(PHONE, await close(page)));
  expect(await recordsOf(query, customer)).toMatchObject(paidOnce);
});

test('a customer closes the browser after a payment that the portal did not report: the form finds her order', async ({
  open,
  query,
}) => {
  const customer = await createCustomerWithDraft(query, 'Fermé-silence Test');
  const page = await open(PHONE, customer.storage);
  await openSummary(page);
  await payWith(page, 'Accepter sans rien dire');
  await expect(portalOf(page).getByText('Votre opérateur traite le paiement.')).toBeVisible();
  const reopened = await open(PHONE, await close(page));
  await reopened.goto('/order');
  await reopened.waitForURL(/\/tracking\?order=/);
  expect(await recordsOf(query, customer)).toMatchObject(paidOnce);
});

/** Closes the browser context. Returns its storage. */
async function close(page: Page): Promise<StorageState> {
  const storage = await page.context().storageState();
  await page.context().close();
  return storage;
}

/** Expects one order on /tracking, and an empty form after the redirect to it. */
async function expectFound(page: Page): Promise<void> {
  await page.goto('/tracking');
  await expect(page.getByRole('list', { name: 'Mes commandes' }).getByRole('listitem')).toHaveCount(1);
  await page.goto('/order');
  await page.waitForURL(/\/tracking\?order=/);
  await page.goto('/order');
  await expect(page.getByRole('list', { name: 'Médicaments choisis' })).toBeHidden();
}
