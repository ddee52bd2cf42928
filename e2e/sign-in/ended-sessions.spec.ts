import { createPerson, signIn } from '../people.ts';
import { expect, PHONE, test } from '../product.ts';
import { expectToast } from '../toasts.ts';

test('a user sees that their account is deactivated, at sign-in and in a running session', async ({
  open,
  query,
}) => {
  const courier = await createPerson(query, 'deliveryPerson', 'Inactif Test');
  const page = await open(PHONE, courier.identifier);
  await page.goto('/delivery-dashboard');
  await expect(page.getByText('Aucune livraison à faire')).toBeVisible();
  await query('update users set active = false where id = $1', [courier.id]);
  // The server closes the live connection, whereupon the page checks its session.
  await expect(page.getByRole('heading', { name: 'Compte désactivé' })).toBeVisible();
  await expect(page.getByText("Votre compte a été désactivé. Contactez l'administrateur.")).toBeVisible();
  const other = await open(PHONE);
  await signIn(other, courier.identifier);
  await expect(other.getByRole('heading', { name: 'Compte désactivé' })).toBeVisible();
  await other.getByRole('main').getByRole('button', { name: 'Déconnexion' }).click();
  await expectToast(other, 'Déconnexion réussie');
});

test('an expired session shows a toast; an outage does not end a session', async ({ open, query }) => {
  const customer = await createPerson(query, 'customer', 'Session Test');
  const page = await open(PHONE, customer.identifier);
  const token = () => page.evaluate(() => localStorage.getItem('token'));
  const unavailable = (route: { fulfill: (response: object) => Promise<void> }) =>
    route.fulfill({
      status: 503,
      json: {
        success: false,
        code: 'UNAVAILABLE',
        message: 'Service momentanément indisponible. Veuillez réessayer.',
      },
    });
  await page.route('**/api/**', unavailable);
  await page.goto('/dashboard');
  await expect(page.getByText('Service momentanément indisponible. Veuillez réessayer.')).toBeVisible();
  expect(await token()).not.toBeNull();
  const notificationsLoaded = page.waitForResponse(
    (response) => response.url().includes('/api/notifications') && response.ok(),
  );
  await page.unroute('**/api/**', unavailable);
  // The page also retries by itself, possibly before the click.
  await expect(async () => {
    const retry = page.getByRole('button', { name: 'Réessayer' });
    if (await retry.isVisible()) await retry.click({ timeout: 1_000 });
    await expect(page.getByRole('heading', { name: 'Bonjour Session Test' })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 15_000 });
  await expect(page.getByText('Vous n’avez pas encore de commande')).toBeVisible();
  await expect(page.getByText('0 F', { exact: true })).toBeVisible();

  // Once the page is loaded, only the closed live connection tells it that the session has ended.
  await notificationsLoaded;
  await query('delete from sessions where user_id = $1', [customer.id]);
  await expectToast(page, 'Session expirée, veuillez vous reconnecter');
  await page.waitForURL('/login');
  expect(await token()).toBeNull();
});

test('a token that is expired on page load is removed without a message', async ({ open, query }) => {
  const customer = await createPerson(query, 'customer', 'Silencieux Test');
  const page = await open(PHONE, customer.identifier);
  await query('delete from sessions where user_id = $1', [customer.id]);
  await page.goto('/');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await expect(page.getByRole('link', { name: 'Connexion', exact: true }).first()).toBeVisible();
  await expect(page.getByText('Session expirée')).toBeHidden();
});
