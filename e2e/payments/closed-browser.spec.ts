import type { Page } from '@playwright/test';
import { createCustomerWithDraft, openSummary, payButton, portalOf, recordsOf } from '../ordering.ts';
import { expect, PHONE, test } from '../product.ts';
import type { StorageState } from '../session.ts';

// Rule 14: a customer who closes the browser while paying loses neither the money nor the order.

test('a customer closes the browser at the open portal, and again after the debit: one payment, whose order she finds', async ({
  open,
  query,
}) => {
  const customer = await createCustomerWithDraft(query, 'Fermé Test');
  const page = await open(PHONE, customer.storage);
  await openSummary(page);
  await payButton(page).click();
  await expect(portalOf(page).getByRole('button', { name: 'Accepter le paiement' })).toBeVisible();
  const reopened = await open(PHONE, await close(page));
  await openSummary(reopened);
  await expect(reopened.getByText('Paiement en cours de vérification…')).toBeVisible();
  const { transactionId } = await recordsOf(query, customer);
  const storage = await close(reopened);

  // Her operator debits her while no page is open.
  const last = await open(PHONE, storage);
  const response = await last.request.post(`/sandbox-pay/transactions/${transactionId}/approve`);
  expect(response.ok()).toBe(true);
  await expectFound(last);
  expect(await recordsOf(query, customer)).toMatchObject({ orders: 1, payments: ['paid'], journals: 1 });
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
