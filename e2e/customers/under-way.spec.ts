import { createCustomerWithDraft, openSummary, payWith } from '../ordering.ts';
import { createPaidOrder } from '../paid-order.ts';
import { expect, PHONE, test } from '../product.ts';

test('Back after paying leads to the dashboard, which begins with the order', async ({ open, query }) => {
  const customer = await createCustomerWithDraft(query, 'Retour Test');
  const page = await open(PHONE, customer.storage);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Commander' }).first().click();
  await openSummary(page);
  await payWith(page, 'Accepter le paiement');
  await page.waitForURL(/\/tracking\?order=/);
  await expect(page.getByRole('heading', { name: /^CMD-/ })).toBeVisible();
  await page.goBack();
  await page.waitForURL(/\/dashboard$/);
  const card = page.getByRole('region', { name: 'En cours' });
  await expect(card).toContainText('Payée : nous cherchons une pharmacie.');
  // « vers 15 h 10 »; from 22 h on, with the day.
  await expect(card).toContainText(/Prévue /);
});

test('the order under way, when it comes and whom to call are in the first screen of a phone', async ({
  open,
  query,
}) => {
  const { customer } = await createPaidOrder(query, 'Premier Écran');
  const page = await open(PHONE, customer.identifier);
  for (const path of ['/dashboard', '/tracking']) {
    await page.goto(path);
    const card = page.getByRole('region', { name: 'En cours' });
    const bar = page.getByRole('navigation', { name: 'Navigation du client' });
    for (const part of [
      card.getByText('Payée : nous cherchons une pharmacie.'),
      card.getByText(/^Prévue /),
      card.getByRole('link', { name: 'Appeler Amasin' }),
    ]) {
      await expect(part).toBeVisible();
      const { y, height } = (await part.boundingBox())!;
      expect(y + height).toBeLessThan((await bar.boundingBox())!.y);
    }
  }
});

test('an order to pay is in the first screen of a phone', async ({ open }) => {
  const page = await open(PHONE, '0197000001');
  await page.goto('/dashboard');
  const pay = page.getByRole('link', { name: /^Payer .*CMD-/ }).first();
  await expect(pay).toBeVisible();
  const { y, height } = (await pay.boundingBox())!;
  expect(y + height).toBeLessThan(PHONE.height);
});
