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

test('a couple opens one basket on two phones: one pays, and the other is led to the order', async ({
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
  // The operator reports it twice.
  await Promise.all([expect(toast).toBeVisible(), payWith(first, 'Accepter, et le dire deux fois')]);
  await first.waitForURL(/\/tracking\?order=/);
  // The second phone closes its portal without paying; the toast does not cover the button.
  await closePortal(second);
  await second.waitForURL(/\/tracking\?order=/);
  expect(await recordsOf(query, customer)).toMatchObject({ orders: 1, payments: ['paid'], journals: 1 });
});
