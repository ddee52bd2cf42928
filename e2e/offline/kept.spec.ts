import type { Page } from '@playwright/test';
import { expectAccessible } from '../looks/accessible.ts';
import { expect, PHONE, test } from '../product.ts';

/** The pages are on the device, and this page is served from there. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller !== null) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  });
}

test('without a network: one’s orders as seen last, the way to them, and nothing left behind at log-out', async ({
  open,
}) => {
  const page = await open(PHONE, '0197000001', { installs: true });
  await page.goto('/dashboard');
  const latest = page.getByRole('list', { name: 'Dernières commandes' });
  const first = await latest.getByRole('link').first().innerText();
  await kept(page);
  // The second visit keeps what it needed, by whatever way it came.
  await page.reload();
  await expect(latest).toBeVisible();

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText('Vous êtes hors connexion.')).toBeVisible();
  const seen = page.getByRole('list', { name: 'Commandes vues la dernière fois' });
  await expect(seen.getByRole('link', { name: first })).toBeVisible();
  await expect(page.getByText(/^Hors connexion\. Commandes vues/)).toBeVisible();
  await expectAccessible(page);

  // Another page of the application opens from the device too.
  await page.goto('/tracking');
  await expect(seen.getByRole('link', { name: first })).toBeVisible();

  await page.getByRole('button', { name: /^Menu de/ }).click();
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vos médicaments, livrés chez vous');
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('kept:'))),
  ).toEqual([]);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login$/);

  // What the server said of a person was never among what the browser keeps.
  const addresses = await page.evaluate(async () => {
    const names = await caches.keys();
    const found = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return found.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(addresses.length).toBeGreaterThan(20);
  expect(addresses.filter((path) => path.startsWith('/api'))).toEqual([]);
});

test('a new version waits until the person agrees, then stands', async ({ open }) => {
  const page = await open(PHONE, undefined, { installs: true });
  let version = '';
  await page.context().route('**/sw.js', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${await answer.text()}\n// ${version}` });
  });
  await page.goto('/login');
  await kept(page);
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
