import type { Page } from '@playwright/test';
import { expectDraft, ORDER_PLACED, openSummary, payButton, portalOf, recordsOf } from '../ordering.ts';
import type { Person } from '../people.ts';
import { expect, type Open, PHONE, type Query, test } from '../product.ts';
import { startWith } from '../start/start-with.ts';
import { expectToast } from '../toasts.ts';
import { signUpWithDraft } from './sign-up-with-draft.ts';

/**
 * Reads all that the page asks for and receives from now on.
 * @returns which of these texts were in it
 */
function watchTraffic(page: Page): (texts: readonly string[]) => Promise<string[]> {
  const reading: Promise<string>[] = [];
  page.on('response', (response) => {
    const sent = [response.url(), response.request().postData(), JSON.stringify(response.headers())];
    // A redirect and a page that was left have no body.
    const body = response.text().catch(() => '');
    reading.push(body.then((text) => [...sent, text].join(' ')));
  });
  return async (texts) => {
    const traffic = await Promise.all(reading);
    expect(traffic.length).toBeGreaterThan(10);
    return texts.filter((text) => traffic.some((one) => one.includes(text)));
  };
}

/** A new customer on the summary of a completed draft. */
async function openOrder(
  open: Open,
  query: Query,
): Promise<{ page: Page; customer: Person; findInTraffic: (texts: readonly string[]) => Promise<string[]> }> {
  const { storage, ...customer } = await signUpWithDraft(query, 'Vrai Prestataire');
  const page = await open(PHONE, storage, { isolated: true });
  const findInTraffic = watchTraffic(page);
  await openSummary(page);
  return { page, customer, findInTraffic };
}

/** FedaPay asks operators itself: she chooses its page, or an operator. */
async function payWithFedapay(page: Page, choice = 'Carte ou autre moyen, avec FedaPay'): Promise<void> {
  await payButton(page).click();
  await page.getByRole('radio', { name: choice }).check();
  await page.getByRole('button', { name: 'Continuer' }).click();
}

test.describe('with FedaPay, outside demo mode', () => {
  let product: Awaited<ReturnType<typeof startWith>>;
  test.describe.configure({ mode: 'serial' });
  test.beforeAll(async () => {
    product = await startWith('serve-provider', 'fedapay');
  });
  test.afterAll(() => product.stop());

  test('a customer pays on the provider’s page at the second try, after a refusal and a step back', async ({
    open,
    query,
  }) => {
    const { page, customer, findInTraffic } = await openOrder(open, query);
    await payWithFedapay(page);
    await page.getByRole('button', { name: 'Solde insuffisant' }).click();
    await expect(page.getByText('Le paiement n’a pas abouti. Votre commande est gardée')).toBeVisible();
    await expectDraft(page);
    await payWithFedapay(page);
    await expect(page.getByRole('button', { name: 'Payer avec MTN' })).toBeVisible();
    await page.goBack();
    await expectDraft(page);
    await expect(
      page.getByText(/n’est pas confirmé|Continuer vers le paiement|en cours de vérification/).first(),
    ).toBeVisible();
    expect(await recordsOf(query, customer)).toMatchObject({ orders: 0, payments: ['failed', 'pending'] });
    await payWithFedapay(page);
    await page.getByRole('button', { name: 'Payer avec MTN' }).click();
    await expectToast(page, ORDER_PLACED);
    await page.waitForURL(/\/tracking\?order=/);
    await expect(page.getByRole('heading', { name: /^CMD-/ })).toBeVisible();
    expect(await recordsOf(query, customer)).toMatchObject({
      orders: 1,
      payments: ['failed', 'paid'],
      journals: 1,
    });
    expect(product.secrets.length).toBeGreaterThan(1);
    expect(await findInTraffic(product.secrets)).toEqual([]);
  });

  test('a customer is asked by her operator on the telephone that pays, and the page remains a way out', async ({
    open,
    query,
  }) => {
    const { page, customer } = await openOrder(open, query);
    await payWithFedapay(page, 'MTN MoMo');
    await expect(page.getByRole('heading', { name: 'Confirmez sur votre téléphone' })).toBeVisible();
    await page.getByRole('link', { name: 'Payer sur la page de paiement' }).click();
    await page.getByRole('button', { name: 'Payer avec MTN' }).click();
    await page.waitForURL(/\/tracking\?order=/);
    expect(await recordsOf(query, customer)).toMatchObject({ orders: 1, payments: ['paid'] });
  });
});

test.describe('with KKiaPay, outside demo mode', () => {
  let product: Awaited<ReturnType<typeof startWith>>;
  test.describe.configure({ mode: 'serial' });
  test.beforeAll(async () => {
    product = await startWith('serve-provider', 'kkiapay');
  });
  test.afterAll(() => product.stop());

  test('a customer pays in the widget at the second try', async ({ open, query }) => {
    const { page, customer, findInTraffic } = await openOrder(open, query);
    await payButton(page).click();
    await portalOf(page).getByRole('button', { name: 'Refuser' }).click();
    await portalOf(page).getByRole('button', { name: 'Fermer' }).click();
    await expect(page.getByText('Le paiement n’a pas abouti. Votre commande est gardée')).toBeVisible();
    await expectDraft(page);
    expect(await recordsOf(query, customer)).toMatchObject({ orders: 0, payments: ['failed'] });
    await payButton(page).click();
    await expect(portalOf(page).getByText(/^\d+ FCFA$/)).toBeVisible();
    await portalOf(page).getByRole('button', { name: 'Payer' }).click();
    await expectToast(page, ORDER_PLACED);
    await page.waitForURL(/\/tracking\?order=/);
    expect(await recordsOf(query, customer)).toMatchObject({
      orders: 1,
      payments: ['failed', 'paid'],
      journals: 1,
    });
    expect(product.secrets.length).toBeGreaterThan(1);
    expect(await findInTraffic(product.secrets)).toEqual([]);
  });
});
