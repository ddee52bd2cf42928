import { createPerson, submitSignIn } from '../people.ts';
import { DESKTOP, expect, PHONE, test } from '../product.ts';
import { expectToast } from '../toasts.ts';

const ADVICE = 'Vérifiez votre réseau, puis réessayez.';

test('a sign-in without a response shows its error message, and works when the device is online again', async ({
  open,
  query,
}) => {
  const customer = await createPerson(query, 'customer', 'Coupure Test');
  const page = await open(PHONE, undefined, { isolated: true });
  await page.goto('/login');
  // Toasts are in a lazy component that is loaded after hydration, which needs the network.
  await expect(page.locator('.mantine-Notifications-root').first()).toBeAttached();
  await page.context().setOffline(true);
  await submitSignIn(page, customer.identifier);
  await expectToast(page, `Erreur de connexion. ${ADVICE}`);
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByRole('heading', { name: 'Bonjour Coupure Test' })).toBeVisible();
});

test('a profile that cannot be saved shows its error message, and keeps the typed values', async ({
  open,
  query,
}) => {
  const customer = await createPerson(query, 'customer', 'Coupure Profil');
  const page = await open(PHONE, customer.identifier, { isolated: true });
  await page.goto('/profile?modifier=1');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Adresse').fill('Zongo');
  await page.route('**/api/users/update/me', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expectToast(page, `Erreur lors de la mise à jour. ${ADVICE}`);
  await expect(dialog.getByLabel('Adresse')).toHaveValue('Zongo');
});

test('zones that cannot be loaded show their error message and a retry button', async ({ open }) => {
  const page = await open(DESKTOP, 'admin@amasin.demo', { isolated: true });
  await page.goto('/cpanel');
  await expect(page.getByRole('heading', { level: 1, name: 'Vue d’ensemble' })).toBeVisible();
  await page.route('**/api/zones*', (route) =>
    route.fulfill({ status: 502, body: '<html>Bad gateway</html>' }),
  );
  await page.getByRole('link', { name: 'Zones' }).click();
  // After three retries.
  await expect(
    page.getByText('Erreur lors du chargement. Le service ne répond pas. Réessayez dans un instant.'),
  ).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
});
