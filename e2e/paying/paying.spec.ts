import {
  answerWith,
  booksOf,
  expectWritten,
  openSummary,
  payButton,
  payWith,
  placed,
  portalOf,
  writer,
} from '../ordering.ts';
import { expect, expectToast, PHONE, test } from '../product.ts';

test('a refused payment keeps the form; paid again, it is one order', async ({ open, query }) => {
  const customer = await writer(query, 'Refus Test');
  const page = await open(PHONE, customer.kept);
  await openSummary(page);
  await payWith(page, 'Refuser le paiement');
  await expect(portalOf(page).getByText('Paiement refusé.')).toBeVisible();
  await page.getByRole('button', { name: 'Fermer', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(
    'Le paiement n’a pas abouti. Votre commande est gardée',
  );
  await expectWritten(page);
  await payWith(page, 'Accepter le paiement');
  await expectToast(page, placed);
  await page.waitForURL(/\/tracking\?order=/);
  expect(await booksOf(query, customer)).toMatchObject({
    orders: 1,
    payments: ['failed', 'paid'],
    journals: 1,
  });
});

test('another amount than the one due never makes an order, and people are told', async ({ open, query }) => {
  const customer = await writer(query, 'Montant Test');
  const page = await open(PHONE, customer.kept);
  await openSummary(page);
  await payWith(page, 'Payer un autre montant');
  await expect(page.getByText('il ne correspond pas à ce qui était dû')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectWritten(page);
  const books = await booksOf(query, customer);
  expect(books).toMatchObject({ orders: 0, payments: ['review'], journals: 0 });
  const told = await query('select 1 from notifications where title = $1 and message like $2', [
    'Paiement à vérifier',
    `%${books.transactionId}%`,
  ]);
  expect(told.length).toBeGreaterThan(0);
  await page.goto('/tracking');
  await expect(page.getByText('Vous n’avez pas encore de commande')).toBeVisible();
});

test('whoever pays in silence and closes the portal finds the order', async ({ open, query }) => {
  const customer = await writer(query, 'Silence Test');
  const page = await open(PHONE, customer.kept);
  await openSummary(page);
  await payWith(page, 'Accepter sans rien dire');
  await expect(portalOf(page).getByText('Votre opérateur traite le paiement.')).toBeVisible();
  await page.goBack();
  await expectToast(page, placed);
  await page.waitForURL(/\/tracking\?order=/);
  expect(await booksOf(query, customer)).toMatchObject({ orders: 1, payments: ['paid'], journals: 1 });
});

test('a payment that the operator says twice is one order', async ({ open, query }) => {
  const customer = await writer(query, 'Deux-fois Test');
  const page = await open(PHONE, customer.kept);
  await openSummary(page);
  await payWith(page, 'Accepter, et le dire deux fois');
  await page.waitForURL(/\/tracking\?order=/);
  await expect(page.getByRole('heading', { name: /^CMD-/ })).toBeVisible();
  expect(await booksOf(query, customer)).toMatchObject({ orders: 1, payments: ['paid'], journals: 1 });
});

test('a late operator: the payment is being verified, then the order appears', async ({ open, query }) => {
  const customer = await writer(query, 'Retard Test');
  const page = await open(PHONE, customer.kept);
  await openSummary(page);
  await payWith(page, 'Accepter plus tard');
  await expect(portalOf(page).getByText('Votre opérateur traite le paiement.')).toBeVisible();
  await page.getByRole('button', { name: 'Fermer', exact: true }).click();
  await expect(page.getByText(/n’est pas confirmé. Si vous avez été débité/)).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Vérifier le paiement' }).click();
  await expect(page.getByText('Paiement en cours de vérification…')).toBeVisible();
  const { transactionId, ...waiting } = await booksOf(query, customer);
  expect(waiting).toEqual({ orders: 0, payments: ['pending'], journals: 0 });
  // The operator answers when this test says so, not when the time of the demonstration is up.
  const answer = await page.request.post(`/sandbox-pay/transactions/${transactionId}/approve`);
  expect(answer.ok()).toBe(true);
  await page.waitForURL(/\/tracking\?order=/);
  expect(await booksOf(query, customer)).toMatchObject({ orders: 1, payments: ['paid'], journals: 1 });
});

test('a success that does not come from the portal is not believed', async ({ open, query }) => {
  const customer = await writer(query, 'Intrus Test');
  const page = await open(PHONE, customer.kept);
  const reported: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/orders$/.test(request.url())) reported.push(request.url());
  });
  await openSummary(page);
  await payButton(page).click();
  await expect(portalOf(page).getByRole('button', { name: 'Accepter le paiement' })).toBeVisible();
  await page.evaluate(async () => {
    const heard = new Promise((resolve) => window.addEventListener('message', resolve, { once: true }));
    window.postMessage({ paymentStatus: 'success' }, '*');
    await heard;
    // Another frame, of our own origin even.
    const stranger = document.createElement('iframe');
    stranger.name = 'stranger';
    stranger.src = '/sandbox-pay';
    const shown = new Promise((resolve) => stranger.addEventListener('load', resolve));
    document.body.append(stranger);
    await shown;
  });
  await page.frame('stranger')?.evaluate(async () => {
    const heard = new Promise((resolve) =>
      window.parent.addEventListener('message', resolve, { once: true }),
    );
    window.parent.postMessage({ paymentStatus: 'success' }, '*');
    await heard;
  });
  // Whatever the page would have asked because of it was asked before this.
  await page.evaluate(() => fetch('/favicon.svg').then((answer) => answer.text()));
  await expect(portalOf(page).getByRole('button', { name: 'Accepter le paiement' })).toBeVisible();
  expect(reported).toEqual([]);
  expect(await booksOf(query, customer)).toMatchObject({ orders: 0, payments: ['pending'] });
});

test('a line that fails while one pays is said, and nothing is lost', async ({ open, query }) => {
  const customer = await writer(query, 'Hors-ligne Test');
  const page = await open(PHONE, customer.kept);
  await openSummary(page);
  await payButton(page).click();
  await expect(portalOf(page).getByRole('button', { name: 'Accepter le paiement' })).toBeVisible();
  await page.context().setOffline(true);
  await answerWith(page, 'Accepter le paiement');
  await expect(portalOf(page).getByText('Pas de connexion. Réessayez.')).toBeVisible();
  await expect(page.getByText('Vous êtes hors connexion.')).toBeVisible();
  await page.getByRole('button', { name: 'Fermer', exact: true }).click();
  await expect(page.getByText(/n’est pas confirmé/)).toBeVisible();
  await expectWritten(page);

  await page.context().setOffline(false);
  await expect(page.getByText('Connexion rétablie.')).toBeVisible();
  await payWith(page, 'Accepter le paiement');
  await page.waitForURL(/\/tracking\?order=/);
  // The same portal was opened again: there was never a second payment to pay.
  expect(await booksOf(query, customer)).toMatchObject({ orders: 1, payments: ['paid'], journals: 1 });
});

test('a payment service that is down: « Payment service error », and the form stays', async ({
  open,
  query,
}) => {
  const customer = await writer(query, 'Panne Test');
  const page = await open(PHONE, customer.kept);
  await openSummary(page);
  await page.route('**/api/payments', (route) =>
    route.fulfill({
      status: 503,
      json: { success: false, code: 'PAYMENT_SERVICE_ERROR', message: 'Payment service error' },
    }),
  );
  await payButton(page).click();
  await expectToast(page, 'Payment service error');
  await expectWritten(page);
  await page.unroute('**/api/payments');
  await payWith(page, 'Accepter le paiement');
  await page.waitForURL(/\/tracking\?order=/);
  expect(await booksOf(query, customer)).toMatchObject({ orders: 1, payments: ['paid'] });
});
