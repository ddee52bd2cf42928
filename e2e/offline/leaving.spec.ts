import type { Page } from '@playwright/test';
import { createPerson } from '../people.ts';
import { expect, PHONE, test } from '../product.ts';
import { expectToast } from '../toasts.ts';

const NETWORK_MESSAGE = 'Pas de connexion. Vérifiez votre réseau, puis réessayez.';

test('a courier without a network reads that a page, a step back or a dialog cannot open, and stays where he is', async ({
  open,
  query,
}) => {
  const courier = await createPerson(query, 'deliveryPerson', 'Koffi Hounsou');
  const page = await open(PHONE, courier.identifier, { isolated: true });
  const deliveries = page.getByText('Aucune livraison à faire');
  const profile = page.getByRole('heading', { level: 1, name: 'Mon profil' });
  await page.goto('/delivery-dashboard');
  await expect(deliveries).toBeVisible();
  await page.getByRole('button', { name: /^Menu de/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Mon profile' })).toBeVisible();

  await page.context().setOffline(true);
  await page.getByRole('menuitem', { name: 'Mon profile' }).click();
  await expectToast(page, NETWORK_MESSAGE);
  await expect(page).toHaveURL(/\/delivery-dashboard$/);
  await expect(deliveries).toBeVisible();
  await page.context().setOffline(false);
  await openProfile(page);
  await expect(profile).toBeVisible();

  await page.route('**/assets/DialogSurface-*', (route) => route.abort());
  await page.getByRole('button', { name: 'Modifier mes informations' }).click();
  await expectToast(page, NETWORK_MESSAGE);
  await expect(page).toHaveURL(/\/profile$/);
  await expect(profile).toBeVisible();
  await page.unroute('**/assets/DialogSurface-*');
  await page.getByRole('button', { name: 'Modifier mes informations' }).click();
  await expect(page.getByRole('dialog').getByLabel('Nom complet')).toHaveValue('Koffi Hounsou');
  // Its stylesheet failed the first time too.
  await expect(page.locator('.mantine-Modal-inner')).toHaveCSS('position', 'fixed');
  await page.goBack();

  await page.reload();
  await expect(profile).toBeVisible();
  // As after a deployment, or when the browser has evicted the file.
  await page.route('**/assets/delivery-dashboard-*', (route) => route.abort());
  await page.evaluate(() => window.history.back());
  await expectToast(page, NETWORK_MESSAGE);
  await expect(page).toHaveURL(/\/profile$/);
  await expect(profile).toBeVisible();
  await page.unroute('**/assets/delivery-dashboard-*');
  await page.evaluate(() => window.history.back());
  await expect(deliveries).toBeVisible();
});

test('a courier on a slow network sees a progress bar, and the current page until the next one is there', async ({
  open,
  query,
}) => {
  const courier = await createPerson(query, 'deliveryPerson', 'Koffi Lenteur');
  const page = await open(PHONE, courier.identifier, { isolated: true });
  await page.goto('/delivery-dashboard');
  await expect(page.getByText('Aucune livraison à faire')).toBeVisible();
  const release = await holdResponses(page, '**/assets/profile-*.js');
  await openProfile(page);
  await expect(page.getByRole('progressbar', { name: 'Chargement de la page' })).toBeVisible();
  await expect(page.getByText('Aucune livraison à faire')).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mon profil');
  await expect(page.getByRole('progressbar')).toBeHidden();
});

test('a customer who taps a link before the first page is there sees the other page once both are loaded', async ({
  open,
  query,
}) => {
  const customer = await createPerson(query, 'customer', 'Afi Pressée');
  const page = await open(PHONE, customer.identifier, { isolated: true });
  const releaseFirst = await holdResponses(page, '**/assets/dashboard-*.js');
  const releaseSecond = await holdResponses(page, '**/assets/tracking-*.js');
  await page.goto('/dashboard');
  await page.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' });
  await page.getByRole('link', { name: 'Suivi' }).click();
  await expect(page.getByRole('progressbar', { name: 'Chargement de la page' })).toBeVisible();
  releaseFirst();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bonjour Afi Pressée');
  releaseSecond();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Suivi de commande');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bonjour Afi Pressée');
});

test('a courier whose page lost its files to a deployment loads it whole', async ({ open, query }) => {
  const courier = await createPerson(query, 'deliveryPerson', 'Koffi Version');
  const page = await open(PHONE, courier.identifier, { isolated: true });
  await page.goto('/delivery-dashboard');
  // Until the next document: a click during the first load fetches the file twice.
  await page.route('**/assets/profile-*.js', (route) =>
    page.url().endsWith('/profile') ? route.continue() : route.fulfill({ status: 404 }),
  );
  const loaded = page.waitForEvent('load');
  await openProfile(page);
  await loaded;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mon profil');
});

test('a visitor reads a page without the lazy part of its frame, which the next page loads', async ({
  open,
}) => {
  const page = await open(PHONE, undefined, { isolated: true });
  await page.route('**/assets/Hydrated-*.js', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.goto('/about');
  await failed;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.unroute('**/assets/Hydrated-*.js');
  const loaded = page.waitForResponse(/\/assets\/Hydrated-/);
  await page
    .getByRole('navigation', { name: 'Liens rapides' })
    .getByRole('link', { name: 'Accueil' })
    .click();
  await loaded;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vos médicaments, livrés chez vous');
});

async function openProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Menu de/ }).click();
  await page.getByRole('menuitem', { name: 'Mon profile' }).click();
}

/** Holds the responses to requests that match this URL pattern. Returns a function that releases them. */
async function holdResponses(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
