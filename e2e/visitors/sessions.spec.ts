import { createPerson, signIn, submitSignIn } from '../people.ts';
import { expect, PHONE, test } from '../product.ts';
import { signInByApi } from '../session.ts';
import { expectToast } from '../toasts.ts';

test('a courier reads that his account is deactivated, at sign-in and in a running session', async ({
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

test('a customer reads that her session has expired; an outage does not end it', async ({ open, query }) => {
  const customer = await createPerson(query, 'customer', 'Session Test');
  const storage = await signInByApi(customer.identifier);
  const page = await open(PHONE, storage);
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
  await expect(
    page.getByRole('status').getByText('Session expirée, veuillez vous reconnecter'),
  ).toBeVisible();
  await page.waitForURL('/login');
  expect(await token()).toBeNull();

  // On another device, the token that is old when a page loads goes without a message.
  const other = await open(PHONE, storage);
  await other.goto('/');
  await expect.poll(() => other.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await expect(other.getByRole('link', { name: 'Connexion', exact: true }).first()).toBeVisible();
  await expect(other.getByText('Session expirée')).toBeHidden();
});

test('a customer signs in after a stranger’s many wrong tries, once her page has done the work asked for', async ({
  open,
  query,
}) => {
  const customer = await createPerson(query, 'customer', 'Aïcha Test-Porte');
  const page = await open(PHONE);
  const identifier = customer.phone;
  for (let n = 0; n < 11; n += 1) {
    const response = await page.request.post('/api/auth/login', {
      data: { identifier, password: 'mauvais' },
    });
    expect(response.status()).toBe(n < 10 ? 401 : 429);
  }
  await page.goto('/login');
  await submitSignIn(page, customer.phone);
  // The work takes seconds of a busy machine.
  await expect(page).toHaveURL('/dashboard', { timeout: 30_000 });
});
