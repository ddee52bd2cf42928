import {
  clickInPortal,
  closePortal,
  createCustomerWithDraft,
  defaultOrder,
  expectDraft,
  ORDER_PLACED,
  openSummary,
  payButton,
  payWith,
  portalOf,
  recordsOf,
} from '../ordering.ts';
import { uniqueDigits } from '../people.ts';
import { calculateAmounts, formatAmount } from '../prices.ts';
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

test('a customer whose portal did not report her payment closes it, and sees her order', async ({
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

test('a customer whose operator is late reads that her payment is being verified, then sees her order', async ({
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

test('a success message that does not come from the portal buys nothing', async ({ open, query }) => {
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

test('a customer whose price changes before she pays reads the new total, confirms it, then pays it', async ({
  open,
  query,
}) => {
  const medicine = {
    label: `Essai de prix ${uniqueDigits()}`,
    form: 'other',
    quantity: defaultOrder.quantity,
  };
  await query(
    `insert into medications (id, label, form, price_fcfa, reviewed, search_text, created_at)
     values (gen_random_uuid(), $1, $2, 1255, true, lower($1), now())`,
    [medicine.label, medicine.form],
  );
  const customer = await createCustomerWithDraft(query, 'Prix Test', medicine);
  const before = await calculateAmounts(query, [medicine], defaultOrder.sector);
  const page = await open(PHONE, customer.storage);
  await page.goto('/order?etape=recapitulatif');
  await expect(payButton(page)).toHaveText(`Payer ${formatAmount(before.total)}`);

  await query('update medications set price_fcfa = 1497 where label = $1', [medicine.label]);
  const after = await calculateAmounts(query, [medicine], defaultOrder.sector);
  const message = `Le montant a changé : ${formatAmount(after.total)}. Veuillez vérifier puis confirmer.`;
  await payButton(page).click();
  await expectToast(page, message);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(message);
  await expect(page.getByRole('main')).toContainText(`Médicaments${formatAmount(after.medicines)}`);
  await expect(page.getByRole('main')).toContainText(
    `Commission de service (10 %)${formatAmount(after.commission)}`,
  );
  await expect(page.getByRole('main')).toContainText(defaultOrder.address);
  expect(await recordsOf(query, customer)).toMatchObject({ payments: [] });

  await expect(payButton(page)).toHaveText(`Confirmer et payer ${formatAmount(after.total)}`);
  await payWith(page, 'Accepter le paiement');
  await page.waitForURL(/\/tracking\?order=/);
  await expect(page.getByRole('main')).toContainText(`Montant payé${formatAmount(after.total)}`);
});
