import { fillDoor, knock, meet, signIn } from './people.ts';
import { DESK, expect, expectToast, PHONE, test } from './product.ts';

const ownScreen = [
  ['0197000001', '/dashboard', 'Bonjour Sènami Gbaguidi'],
  ['0197000002', '/dashboard', 'Bonjour Babatundé Olaoyé'],
  ['superviseur@amasin.demo', '/supervisor-dashboard', 'Supervision'],
  ['pharmacie@amasin.demo', '/pharmacy-dashboard', 'Commandes à préparer'],
  ['pharmacie2@amasin.demo', '/pharmacy-dashboard', 'Commandes à préparer'],
  ['livreur@amasin.demo', '/delivery-dashboard', 'Mes livraisons'],
  ['livreur2@amasin.demo', '/delivery-dashboard', 'Mes livraisons'],
  ['pharmacien@amasin.demo', '/agent-dashboard', 'Ordonnances à lire'],
  ['docteur@amasin.demo', '/doctor-dashboard', 'Docteur Rodrigue Assogba'],
  ['docteur2@amasin.demo', '/doctor-dashboard', 'Sage-femme Nadège Tossou'],
  ['admin@amasin.demo', '/cpanel', 'Administration'],
] as const;
// README: who lands where.
test('each demonstration account lands on its own screen', async ({ open }) => {
  const page = await open(DESK);
  for (const [identifier, address, heading] of ownScreen) {
    await signIn(page, identifier);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Menu de / })).toBeVisible();
    expect(new URL(page.url()).pathname, identifier).toBe(address);
    // The next one finds a browser that knows nobody.
    await page.evaluate(() => localStorage.removeItem('token'));
  }
});

test('log-out leads home and forgets who was there, a customer and a professional alike', async ({
  open,
}) => {
  const page = await open(DESK);
  for (const [identifier, address] of [ownScreen[0], ownScreen[2]]) {
    await signIn(page, identifier);
    await page.waitForURL(address);
    await page.getByRole('button', { name: /^Menu de / }).click();
    await page.getByRole('menuitem', { name: 'Déconnexion' }).click();
    await expectToast(page, 'Déconnexion réussie');
    await expect(page.getByRole('link', { name: 'Inscription' }).first()).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  }
});

test('signing in is told, survives a reload, and leaves no log-in page behind', async ({ open, query }) => {
  const customer = await meet(query, 'customer', 'Porte Test');
  const page = await open(PHONE);
  await page.goto('/');
  await page.getByRole('link', { name: 'Connexion', exact: true }).first().click();
  await fillDoor(page, customer.identifier);
  await expectToast(page, 'Connexion réussie!');
  await page.waitForURL('/dashboard');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Bonjour Porte Test' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Commander maintenant' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
  await page.goto('/login');
  await page.waitForURL('/dashboard');
});

test('wrong password, wrong door, unknown account: one answer, and the form keeps what was typed', async ({
  open,
  query,
}) => {
  const customer = await meet(query, 'customer', 'Refusée Test');
  const pharmacy = await meet(query, 'pharmacy', 'Pharmacie refusée');
  const page = await open(PHONE);
  const tries = [
    [customer.identifier, 'pas-celui-là'],
    [pharmacy.phone, 'demo-amasin'],
    ['0195999999', 'demo-amasin'],
  ] as const;
  await page.goto('/login');
  for (const [identifier, password] of tries) {
    await fillDoor(page, identifier, password);
    await expectToast(page, 'Identifiants incorrects');
    await expect(page.getByLabel('Numéro de téléphone')).toHaveValue(identifier);
    await expect(page.getByLabel('Mot de passe', { exact: true })).toHaveValue(password);
    await expect(page.getByRole('button', { name: 'Se connecter' })).toBeEnabled();
  }
  await page.goto('/admin');
  await fillDoor(page, pharmacy.identifier, 'pas-celui-là');
  await expectToast(page, 'Identifiants incorrects');
  await expect(page.getByLabel('Email')).toHaveValue(pharmacy.identifier);
});

test('what the doors ask for, field by field', async ({ open }) => {
  const page = await open(PHONE);
  await page.goto('/login');
  await knock(page);
  await expect(page.getByText('Numéro de téléphone requis')).toBeVisible();
  await expect(page.getByText('Mot de passe requis')).toBeVisible();
  await expect(page.getByLabel('Numéro de téléphone')).toBeFocused();
  await fillDoor(page, '12', 'abc');
  await expect(page.getByText('Format de téléphone invalide')).toBeVisible();
  await expect(page.getByText('Le mot de passe doit contenir au moins 4 caractères')).toBeVisible();
  await page.goto('/admin');
  await expect(page.getByText(/Réservé aux professionnels de santé/)).toBeVisible();
  await knock(page);
  await expect(page.getByText('Email requis')).toBeVisible();
  await fillDoor(page, 'pas un email', 'demo-amasin');
  await expect(page.getByText("Format d'email invalide")).toBeVisible();
  await page.route('**/api/auth/admin-login', (route) => route.fulfill({ json: { success: true } }));
  await fillDoor(page, 'superviseur@amasin.demo');
  await expectToast(page, "Données d'identification manquantes");
  await page.getByRole('link', { name: 'Connectez-vous ici' }).click();
  await page.waitForURL('/login');
  await page.goBack();
  await page.getByRole('link', { name: /interface publique/ }).click();
  await page.waitForURL('/');
});

test('registering: what is asked, a number already taken, then the way in', async ({ open, query }) => {
  const taken = await meet(query, 'customer', 'Déjà Là');
  const page = await open(PHONE);
  await page.goto('/register');
  const send = page.getByRole('button', { name: 'S’inscrire' });
  await expect(send).toHaveAttribute('type', 'submit');
  await send.click();
  await expect(page.getByText('Nom requis')).toBeVisible();
  await expect(page.getByText('Numéro de téléphone requis')).toBeVisible();
  await expect(page.getByText('Mot de passe requis')).toBeVisible();
  await page.getByLabel('Nom complet').fill('A');
  await page.getByLabel('Numéro de téléphone').fill('+33 6 12 34 56 78 90 12');
  await page.getByLabel('Email (facultatif)').fill('pas-un-email');
  await page.getByLabel('Mot de passe', { exact: true }).fill('abc');
  await page.getByLabel('Confirmer le mot de passe').fill('abcd');
  await send.click();
  await expect(page.getByText('Le nom doit contenir au moins 2 caractères')).toBeVisible();
  await expect(page.getByText('Format de téléphone invalide')).toBeVisible();
  await expect(page.getByText("Format d'email invalide")).toBeVisible();
  await expect(page.getByText('Le mot de passe doit contenir au moins 4 caractères')).toBeVisible();
  await page.getByLabel('Nom complet').fill('Ayaba Nouvelle');
  // Another written form of a number that somebody has.
  await page.getByLabel('Numéro de téléphone').fill(`+229 ${taken.identifier}`);
  await page.getByLabel('Email (facultatif)').fill('');
  await page.getByLabel('Mot de passe', { exact: true }).fill('abcd1');
  await send.click();
  await expect(page.getByText('Les mots de passe ne correspondent pas')).toBeVisible();
  await page.getByLabel('Confirmer le mot de passe').fill('abcd1');
  await send.click();
  await expectToast(page, 'Un compte existe déjà avec ce numéro');
  await expect(page.getByLabel('Numéro de téléphone')).toHaveAccessibleDescription(/Un compte existe déjà/);
  await expect(page.getByLabel('Nom complet')).toHaveValue('Ayaba Nouvelle');
  const number = taken.identifier.replace('0196', '0195');
  await page.getByLabel('Numéro de téléphone').fill(number);
  await send.click();
  await expectToast(page, 'Inscription réussie! Vous pouvez maintenant vous connecter.');
  await page.waitForURL('/login');
  await fillDoor(page, number, 'abcd1');
  await expect(page.getByRole('heading', { name: 'Bonjour Ayaba Nouvelle' })).toBeVisible();
});

test('guards: nobody goes to /login, another type goes home, an unknown page says so', async ({
  open,
  query,
}) => {
  const stranger = await open(PHONE);
  for (const address of [
    '/dashboard',
    '/order',
    '/tracking',
    '/profile',
    '/supervisor-dashboard',
    '/pharmacy-dashboard',
    '/delivery-dashboard',
    '/agent-dashboard',
    '/doctor-dashboard',
    '/cpanel',
    '/cpanel/users',
  ]) {
    await stranger.goto(address);
    await stranger.waitForURL('/login');
  }
  await stranger.goto('/nulle/part');
  await expect(stranger.getByRole('heading', { name: 'Page introuvable' })).toBeVisible();
  const customer = await meet(query, 'customer', 'Garde Test');
  const page = await open(PHONE, customer.identifier);
  await page.goto('/supervisor-dashboard');
  await page.waitForURL('/');
  await expect(page.getByRole('link', { name: 'Commander maintenant' })).toBeVisible();
});

test('a deactivated account is told so, at the door and in the middle of its work', async ({
  open,
  query,
}) => {
  const courier = await meet(query, 'deliveryPerson', 'Inactif Test');
  const page = await open(PHONE, courier.identifier);
  await page.goto('/delivery-dashboard');
  await expect(page.getByText('Aucune livraison à faire')).toBeVisible();
  await query('update users set active = false where id = $1', [courier.id]);
  await page.getByRole('region', { name: 'Commandes par état' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Compte désactivé' })).toBeVisible();
  await expect(page.getByText("Votre compte a été désactivé. Contactez l'administrateur.")).toBeVisible();
  const other = await open(PHONE);
  await signIn(other, courier.identifier);
  await expect(other.getByRole('heading', { name: 'Compte désactivé' })).toBeVisible();
  await other.getByRole('main').getByRole('button', { name: 'Déconnexion' }).click();
  await expectToast(other, 'Déconnexion réussie');
});

test('a session that ends is told; an outage never ends one', async ({ open, query }) => {
  const customer = await meet(query, 'customer', 'Session Test');
  const page = await open(PHONE, customer.identifier);
  const token = () => page.evaluate(() => localStorage.getItem('token'));
  const down = (route: { fulfill: (answer: object) => Promise<void> }) =>
    route.fulfill({ status: 503, body: '' });
  await page.route('**/api/**', down);
  await page.goto('/dashboard');
  await expect(page.getByText('Service momentanément indisponible. Veuillez réessayer.')).toBeVisible();
  expect(await token()).not.toBeNull();
  const rung = page.waitForResponse((answer) => answer.url().includes('/api/notifications') && answer.ok());
  await page.unroute('**/api/**', down);
  // The screen asks again by itself too, and may be quicker than the finger.
  await expect(async () => {
    const retry = page.getByRole('button', { name: 'Réessayer' });
    if (await retry.isVisible()) await retry.click({ timeout: 1_000 });
    await expect(page.getByRole('heading', { name: 'Bonjour Session Test' })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 15_000 });
  await expect(page.getByText('Vous n’avez pas encore de commande')).toBeVisible();
  await expect(page.getByText('0 F', { exact: true })).toBeVisible();

  // The bell has its answer: what hears of the end is the next screen.
  await rung;
  await query('delete from sessions where user_id = $1', [customer.id]);
  await page
    .getByRole('navigation', { name: 'Navigation du client' })
    .getByRole('link', { name: 'Suivi' })
    .click();
  await expectToast(page, 'Session expirée, veuillez vous reconnecter');
  await page.waitForURL('/login');
  expect(await token()).toBeNull();
});

test('a token found dead on arrival is dropped without a word', async ({ open, query }) => {
  const customer = await meet(query, 'customer', 'Silencieux Test');
  const page = await open(PHONE, customer.identifier);
  await query('delete from sessions where user_id = $1', [customer.id]);
  await page.goto('/');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await expect(page.getByRole('link', { name: 'Connexion', exact: true }).first()).toBeVisible();
  await expect(page.getByText('Session expirée')).toBeHidden();
});
