import { expect, PHONE, test } from '../product.ts';
import { expectAccessible } from '../visual/accessibility.ts';
import { waitForServiceWorker } from './service-worker.ts';

test('a customer without a network opens her last orders, and leaves nothing on the device when she signs out', async ({
  open,
}) => {
  const page = await open(PHONE, '0197000001', { serviceWorker: true });
  await page.goto('/dashboard');
  const latest = page.getByRole('list', { name: 'Dernières commandes' });
  const first = await latest.getByRole('link').first().innerText();
  await waitForServiceWorker(page);
  // On the second visit the service worker controls the page and caches its files.
  await page.goto('/dashboard?chat=list');
  const chats = page.getByRole('list', { name: 'Consultations' }).getByRole('listitem');
  await expect(chats.first()).toBeVisible();
  const consultations = await chats.count();
  await page.goto('/dashboard');
  await expect(latest).toBeVisible();

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText('Vous êtes hors connexion.')).toContainText(
    "Dernière mise à jour à l'instant.",
  );
  await expect(latest.getByRole('link', { name: first })).toBeVisible();
  await expectAccessible(page);

  // The others are served from the cache too.
  await page.goto('/tracking');
  await page.getByRole('list', { name: 'Mes commandes' }).getByRole('link', { name: first }).click();
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: first })).toBeVisible();
  await expect(page.getByText('Ils ne sont pas gardés sur cet appareil')).toBeVisible();
  await page.goto('/dashboard?chat=list');
  await expect(chats).toHaveCount(consultations);
  await expect(chats.first()).toContainText('Les messages s’affichent au retour du réseau.');
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mon profil');
  await expect(page.getByRole('region', { name: 'Lieux de livraison' })).toBeVisible();

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

test('a visitor without a network opens a page seen before; any other says what it needs, and opens later', async ({
  open,
}) => {
  const page = await open(PHONE, undefined, { isolated: true, serviceWorker: true });
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto('/forgot-password');
  await waitForServiceWorker(page);
  await page.goto('/about');
  const title = await heading.innerText();

  await page.context().setOffline(true);
  await page.goto('/about?de=1');
  await expect(heading).toHaveText(title);
  await page.goto('/register-pharmacy?ville=Cotonou');
  await expect(heading).toHaveText('Cette page a besoin du réseau');
  await expectAccessible(page);

  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Réessayer' }).click();
  await expect(page).toHaveURL(/register-pharmacy\?ville=Cotonou$/);
  await expect(heading).not.toHaveText('Cette page a besoin du réseau');
});

test('a visitor in the middle of a form is offered a new version, and takes it when she wants', async ({
  open,
}) => {
  const page = await open(PHONE, undefined, { serviceWorker: true });
  let version = '';
  await page.context().route('**/sw.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\n// ${version}` });
  });
  await page.goto('/forgot-password');
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
