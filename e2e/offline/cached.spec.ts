import { expect, PHONE, test } from '../product.ts';
import { expectAccessible } from '../visual/accessibility.ts';
import { waitForServiceWorker } from './service-worker.ts';

test('offline: the last orders are shown and can be reached, and sign-out removes the stored data', async ({
  open,
}) => {
  const page = await open(PHONE, '0197000001', { serviceWorker: true });
  await page.goto('/dashboard');
  const latest = page.getByRole('list', { name: 'Dernières commandes' });
  const first = await latest.getByRole('link').first().innerText();
  await waitForServiceWorker(page);
  // On the second visit the service worker controls the page and caches its files.
  await page.reload();
  await expect(latest).toBeVisible();

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText('Vous êtes hors connexion.')).toBeVisible();
  const stored = page.getByRole('list', { name: 'Commandes vues la dernière fois' });
  await expect(stored.getByRole('link', { name: first })).toBeVisible();
  await expect(page.getByText(/^Hors connexion\. Commandes vues/)).toBeVisible();
  await expectAccessible(page);

  // Another page is served from the cache too.
  await page.goto('/tracking');
  await expect(stored.getByRole('link', { name: first })).toBeVisible();

  await page.getByRole('button', { name: /^Menu de/ }).click();
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vos médicaments, livrés chez vous');
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('kept:'))),
  ).toEqual([]);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login$/);

  // No response of the API is cached.
  const cachedPaths = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cachedPaths.length).toBeGreaterThan(20);
  expect(cachedPaths.filter((path) => path.startsWith('/api'))).toEqual([]);
});

test('a new version waits until the user confirms, then is active', async ({ open }) => {
  const page = await open(PHONE, undefined, { serviceWorker: true });
  let version = '';
  await page.context().route('**/sw.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\n// ${version}` });
  });
  await page.goto('/login');
  await waitForServiceWorker(page);
  await page.getByRole('textbox', { name: 'Numéro de téléphone' }).fill('0197000001');
  await expect(page.getByRole('region', { name: 'Nouvelle version' })).toBeHidden();

  version = 'the next one';
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const offer = page.getByRole('region', { name: 'Nouvelle version' });
  await expect(offer).toBeVisible();
  await expectAccessible(page);
  await offer.getByRole('button', { name: 'Mettre à jour' }).click();
  await expect(offer.getByText('La mise à jour efface le formulaire commencé.')).toBeVisible();
  const reloaded = page.waitForEvent('load');
  await offer.getByRole('button', { name: 'Mettre à jour quand même' }).click();
  await reloaded;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(offer).toBeHidden();
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting),
  ).toBeNull();
});
