import { booksOf, openSummary, payButton, payWith, portalOf, writer } from '../ordering.ts';
import { expect, PHONE, test } from '../product.ts';

const approve = 'Accepter le paiement';

test('one basket on two telephones: the same portal, then the other one is told that it is paid', async ({
  open,
  query,
}) => {
  const customer = await writer(query, 'Deux-téléphones Test');
  const [first, second] = [await open(PHONE, customer.kept), await open(PHONE, customer.kept)];
  for (const page of [first, second]) await openSummary(page);
  await payButton(second).click();
  await expect(portalOf(second).getByRole('button', { name: approve })).toBeVisible();
  await payWith(first, approve);
  await first.waitForURL(/\/tracking\?order=/);
  // The other one closes its portal without paying, and finds the order all the same.
  await second.getByRole('button', { name: 'Fermer', exact: true }).click();
  await second.waitForURL(/\/tracking\?order=/);
  expect(await booksOf(query, customer)).toMatchObject({ orders: 1, payments: ['paid'], journals: 1 });
});

test('a basket that was paid on another telephone is not paid again by mistake', async ({ open, query }) => {
  const customer = await writer(query, 'Déjà-payée Test');
  const [first, second] = [await open(PHONE, customer.kept), await open(PHONE, customer.kept)];
  for (const page of [first, second]) await openSummary(page);
  await payWith(first, approve);
  await first.waitForURL(/\/tracking\?order=/);
  await payButton(second).click();
  await expect(second.getByRole('heading', { name: 'Cette commande est déjà payée' })).toBeVisible();
  await second.getByRole('link', { name: 'Voir la commande' }).click();
  await second.waitForURL(/\/tracking\?order=/);
  await expect(second.getByRole('heading', { name: /^CMD-/ })).toBeVisible();
  await second.goto('/order');
  await expect(second.getByRole('list', { name: 'Médicaments choisis' })).toBeHidden();
  expect(await booksOf(query, customer)).toMatchObject({ orders: 1, payments: ['paid'], journals: 1 });
});

test('a payment under review is a card on every page of every device, and paying again asks first', async ({
  open,
  query,
}) => {
  const customer = await writer(query, 'Vérifié Test');
  const page = await open(PHONE, customer.kept);
  await openSummary(page);
  await payWith(page, 'Payer un autre montant');
  await expect(page.getByText('Paiement à vérifier')).toBeVisible();
  const { transactionId } = await booksOf(query, customer);
  for (const path of ['/dashboard', '/tracking', '/order']) {
    await page.goto(path);
    await expect(page.getByText(`Numéro : ${transactionId}`)).toBeVisible();
    await expect(page.getByRole('link', { name: /^Appeler le 01/ })).toBeVisible();
  }
  await openSummary(page);
  await expect(page.getByRole('button', { name: /^Payer \d/ })).toBeHidden();
  await payButton(page).click();
  await page.getByRole('button', { name: 'Ne pas payer' }).click();
  expect(await booksOf(query, customer)).toMatchObject({ orders: 0, payments: ['review'] });
});
