import {
  clickInPortal,
  closePortal,
  createCustomerWithDraft,
  expectDraft,
  ORDER_PLACED,
  openSummary,
  payButton,
  payWith,
  portalOf,
  recordsOf,
} from '../ordering.ts';
import { expect, PHONE, test } from '../product.ts';
import { expectToast } from '../toasts.ts';

test('a refused payment keeps the form; a second, accepted one makes one order', async ({ open, query }) => {
  const customer = await createCustomerWithDraft(query, 'Refus Test');
  const page = await open(PHONE, customer.storage);
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
});

test('a payment of another amount makes no order and notifies the supervisors', async ({ open, query }) => {
  const customer = await createCustomerWithDraft(query, 'Montant Test');
  const page = await open(PHONE, customer.storage);
  await openSummary(page);
  await payWith(page, 'Payer un autre montant');
  await expect(page.getByText('mais pas le montant dû')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectDraft(page);
  const records = await recordsOf(query, customer);
  expect(records).toMatchObject({ orders: 0, payments: ['review'], journals: 0 });
  const notifications = await query('select 1 from notifications where title = $1 and message like $2', [
    'Paiement à vérifier',
    `%${records.transactionId}%`,
  ]);
  expect(notifications.length).toBeGreaterThan(0);
  await page.goto('/tracking');
  await expect(page.getByText('Vous n’avez pas encore de commande')).toBeVisible();
});

test('after a payment that the portal did not report, closing the portal leads to the order', async ({
  open,
  query,
}) => {
  const customer = await createCustomerWithDraft(query, 'Silence Test');
  const page = await open(PHONE, customer.storage);
  await openSummary(page);
  await payWith(page, 'Accepter sans rien dire');
  await expect(portalOf(page).getByText('Votre opérateur traite le paiement.')).toBeVisible();
  await page.goBack();
  await expectToast(page, ORDER_PLACED);
  await page.waitForURL(/\/tracking\?order=/);
  expect(await recordsOf(query, customer)).toMatchObject({ orders: 1, payments: ['paid'], journals: 1 });
});

test('a payment that the operator reports twice makes one order', async ({ open, query }) => {
  const customer = await createCustomerWithDraft(query, 'Deux-fois Test');
  const page = await open(PHONE, customer.storage);
  await openSummary(page);
  await payWith(page, 'Accepter, et le dire deux fois');
  await page.waitForURL(/\/tracking\?order=/);
  await expect(page.getByRole('heading', { name: /^CMD-/ })).toBeVisible();
  expect(await recordsOf(query, customer)).toMatchObject({ orders: 1, payments: ['paid'], journals: 1 });
});

test('while the operator is late, the payment is shown as being verified; then the order appears', async ({
  open,
  query,
}) => {
  const customer = await createCustomerWithDraft(query, 'Retard Test');
  const page = await open(PHONE, customer.storage);
  await openSummary(page);
  await payWith(page, 'Accepter plus tard');
  await expect(portalOf(page).getByText('Votre opérateur traite le paiement.')).toBeVisible();
  await closePortal(page);
  await expect(page.getByText(/n’est pas confirmé. Si vous avez été débité/)).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Vérifier le paiement' }).click();
  await expect(page.getByText('Paiement en cours de vérification…')).toBeVisible();
  const { transactionId, ...waiting } = await recordsOf(query, customer);
  expect(waiting).toEqual({ orders: 0, payments: ['pending'], journals: 0 });
  // Approve explicitly instead of waiting for the sandbox’s delay.
  const response = await page.request.post(`/sandbox-pay/transactions/${transactionId}/approve`);
  expect(response.ok()).toBe(true);
  await page.waitForURL(/\/tracking\?order=/);
  expect(await recordsOf(query, customer)).toMatchObject({ orders: 1, payments: ['paid'], journals: 1 });
});

test('a success message that does not come from the portal is ignored', async ({ open, query }) => {
  const customer = await createCustomerWithDraft(query, 'Intrus Test');
  const page = await open(PHONE, customer.storage);
  const reported: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/orders$/.test(request.url())) reported.push(request.url());
  });
  await openSummary(page);
  await payButton(page).click();
  await expect(portalOf(page).getByRole('button', { name: 'Accepter le paiement' })).toBeVisible();
  await page.evaluate(async () => {
    const received = new Promise((resolve) => window.addEventListener('message', resolve, { once: true }));
    window.postMessage({ paymentStatus: 'success' }, '*');
    await received;
    // Another frame of the same origin.
    const other = document.createElement('iframe');
    other.name = 'other';
    other.src = '/sandbox-pay';
    const loaded = new Promise((resolve) => other.addEventListener('load', resolve));
    document.body.append(other);
    await loaded;
  });
  await page.frame('other')?.evaluate(async () => {
    const received = new Promise((resolve) =>
      window.parent.addEventListener('message', resolve, { once: true }),
    );
    window.parent.postMessage({ paymentStatus: 'success' }, '*');
    await received;
  });
  // A request caused by the messages would have been sent before this one.
  await page.evaluate(() => fetch('/favicon.svg').then((response) => response.text()));
  await expect(portalOf(page).getByRole('button', { name: 'Accepter le paiement' })).toBeVisible();
  expect(reported).toEqual([]);
  expect(await recordsOf(query, customer)).toMatchObject({ orders: 0, payments: ['pending'] });
});

test('a lost connection during payment is shown, and the draft and the payment remain', async ({
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

test('when the payment service is unavailable, a toast is shown and the form keeps its input', async ({
  open,
  query,
}) => {
  const customer = await createCustomerWithDraft(query, 'Panne Test');
  const page = await open(PHONE, customer.storage);
  await openSummary(page);
  await page.route('**/api/payments', (route) =>
    route.fulfill({
      status: 503,
      json: { success: false, code: 'PAYMENT_SERVICE_ERROR', message: 'Payment service error' },
    }),
  );
  await payButton(page).click();
  await expectToast(page, 'Payment service error');
  await expectDraft(page);
  await page.unroute('**/api/payments');
  await payWith(page, 'Accepter le paiement');
  await page.waitForURL(/\/tracking\?order=/);
  expect(await recordsOf(query, customer)).toMatchObject({ orders: 1, payments: ['paid'] });
});
