import { meet } from '../people.ts';
import { expect, expectToast, PHONE, test } from '../product.ts';

const NO_LINE = 'Pas de connexion. Vérifiez votre réseau, puis réessayez.';

test('without a network a tap on a page never opened says so, and what one reads stays; with it the page opens', async ({
  open,
  query,
}) => {
  const courier = await meet(query, 'deliveryPerson', 'Koffi Hounsou');
  const page = await open(PHONE, courier.identifier, { own: true });
  await page.goto('/delivery-dashboard');
  await expect(page.getByText('Aucune livraison à faire')).toBeVisible();
  await page.getByRole('button', { name: /^Menu de/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Mon profile' })).toBeVisible();

  await page.context().setOffline(true);
  await page.getByRole('menuitem', { name: 'Mon profile' }).click();
  await expectToast(page, NO_LINE);
  await expect(page).toHaveURL(/\/delivery-dashboard$/);
  await expect(page.getByText('Aucune livraison à faire')).toBeVisible();

  await page.context().setOffline(false);
  await page.getByRole('button', { name: /^Menu de/ }).click();
  await page.getByRole('menuitem', { name: 'Mon profile' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mon profil');
});

test('a page that is slow to come announces itself, and the one before stays until then', async ({
  open,
  query,
}) => {
  const courier = await meet(query, 'deliveryPerson', 'Koffi Lenteur');
  const page = await open(PHONE, courier.identifier, { own: true });
  await page.goto('/delivery-dashboard');
  await expect(page.getByText('Aucune livraison à faire')).toBeVisible();
  let letCome = () => {};
  const comes = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route('**/assets/profile-*.js', async (route) => {
    await comes;
    await route.continue();
  });
  await page.getByRole('button', { name: /^Menu de/ }).click();
  await page.getByRole('menuitem', { name: 'Mon profile' }).click();
  await expect(page.getByRole('progressbar', { name: 'Chargement de la page' })).toBeVisible();
  await expect(page.getByText('Aucune livraison à faire')).toBeVisible();
  letCome();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mon profil');
  await expect(page.getByRole('progressbar')).toBeHidden();
});

test('the way back to a page whose code the device has lost is refused without a network, not broken', async ({
  open,
  query,
}) => {
  const courier = await meet(query, 'deliveryPerson', 'Koffi Retour');
  const page = await open(PHONE, courier.identifier, { own: true });
  await page.goto('/delivery-dashboard');
  await page.getByRole('button', { name: /^Menu de/ }).click();
  await page.getByRole('menuitem', { name: 'Mon profile' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mon profil');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Mon profil' })).toBeVisible();
  // As after a new version, or when the device has made room.
  await page.route('**/assets/delivery-dashboard-*', (route) => route.abort());
  await page.evaluate(() => window.history.back());
  await expectToast(page, NO_LINE);
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Mon profil' })).toBeVisible();
  await page.unroute('**/assets/delivery-dashboard-*');
  await page.evaluate(() => window.history.back());
  await expect(page.getByText('Aucune livraison à faire')).toBeVisible();
});

test('a page whose files went with an older version is opened whole, from the server', async ({
  open,
  query,
}) => {
  const courier = await meet(query, 'deliveryPerson', 'Koffi Version');
  const page = await open(PHONE, courier.identifier, { own: true });
  await page.goto('/delivery-dashboard');
  await page.route('**/assets/profile-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 });
  await page.getByRole('button', { name: /^Menu de/ }).click();
  const loaded = page.waitForEvent('load');
  await page.getByRole('menuitem', { name: 'Mon profile' }).click();
  await loaded;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mon profil');
});

test('a page stands without the code of its messages, which the next page brings', async ({ open }) => {
  const page = await open(PHONE, undefined, { own: true });
  await page.route('**/assets/Alive-*.js', (route) => route.abort());
  const missed = page.waitForEvent('requestfailed');
  await page.goto('/about');
  await missed;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.unroute('**/assets/Alive-*.js');
  const brought = page.waitForResponse(/\/assets\/Alive-/);
  await page
    .getByRole('navigation', { name: 'Liens rapides' })
    .getByRole('link', { name: 'Accueil' })
    .click();
  await brought;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vos médicaments, livrés chez vous');
});

test('a dialog whose code does not come says so and costs nothing else; the next tap opens it whole', async ({
  open,
  query,
}) => {
  const courier = await meet(query, 'deliveryPerson', 'Koffi Fenêtre');
  const page = await open(PHONE, courier.identifier, { own: true });
  await page.goto('/profile');
  await page.route('**/assets/DialogSurface-*', (route) => route.abort());
  await page.getByRole('button', { name: 'Modifier mes informations' }).click();
  await expectToast(page, NO_LINE);
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mon profil');
  await page.unroute('**/assets/DialogSurface-*');
  await page.getByRole('button', { name: 'Modifier mes informations' }).click();
  const dialog = page.getByRole('dialog', { name: 'Modifier mes informations' });
  await expect(dialog.getByLabel('Nom complet')).toHaveValue('Koffi Fenêtre');
  // Its stylesheet did not come either, the first time.
  await expect(page.locator('.mantine-Modal-inner')).toHaveCSS('position', 'fixed');
});
