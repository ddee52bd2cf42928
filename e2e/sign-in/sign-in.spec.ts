import { createConsultation } from '../consultations/create-consultation.ts';
import { clickSignIn, createPerson, signIn, submitSignIn } from '../people.ts';
import { DESKTOP, expect, PHONE, test } from '../product.ts';
import { expectToast } from '../toasts.ts';

const landingPages = [
  ['0197000001', '/dashboard', 'Bonjour Sènami Gbaguidi'],
  ['0197000002', '/dashboard', 'Bonjour Babatundé Olaoyé'],
  ['superviseur@amasin.demo', '/supervisor-dashboard', 'Gestion des commandes'],
  ['pharmacie@amasin.demo', '/pharmacy-dashboard', 'Commandes à préparer'],
  ['pharmacie2@amasin.demo', '/pharmacy-dashboard', 'Commandes à préparer'],
  ['livreur@amasin.demo', '/delivery-dashboard', 'Mes livraisons'],
  ['livreur2@amasin.demo', '/delivery-dashboard', 'Mes livraisons'],
  ['pharmacien@amasin.demo', '/agent-dashboard', 'Ordonnances à lire'],
  ['docteur@amasin.demo', '/doctor-dashboard', 'Docteur Rodrigue Assogba'],
  ['docteur2@amasin.demo', '/doctor-dashboard', 'Sage-femme Nadège Tossou'],
  ['admin@amasin.demo', '/cpanel', 'Vue d’ensemble'],
] as const;

// These accounts are listed in the README.
test('each demo account is redirected to its own page after sign-in', async ({ open }) => {
  const page = await open(DESKTOP);
  for (const [identifier, path, heading] of landingPages) {
    await signIn(page, identifier);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Menu de / })).toBeVisible();
    expect(new URL(page.url()).pathname, identifier).toBe(path);
    // Sign out for the next account.
    await page.evaluate(() => localStorage.removeItem('token'));
  }
});

test('sign-out leads to the home page and removes the token, for a customer and a professional', async ({
  open,
}) => {
  const page = await open(DESKTOP);
  for (const [identifier, path] of [landingPages[0], landingPages[2]]) {
    await signIn(page, identifier);
    await page.waitForURL(path);
    await page.getByRole('button', { name: /^Menu de / }).click();
    await page.getByRole('menuitem', { name: 'Déconnexion' }).click();
    await expectToast(page, 'Déconnexion réussie');
    await expect(page.getByRole('link', { name: 'Inscription' }).first()).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  }
});

test('sign-in shows a toast, survives a reload, and leaves no sign-in page in the history', async ({
  open,
  query,
}) => {
  const customer = await createPerson(query, 'customer', 'Porte Test');
  const page = await open(PHONE);
  await page.goto('/');
  await page.getByRole('link', { name: 'Connexion', exact: true }).first().click();
  await submitSignIn(page, customer.identifier);
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

test('a link to a consultation opens it after the sign-in', async ({ open, query }) => {
  const customer = await createPerson(query, 'customer', 'Lien Test');
  const doctor = await createPerson(query, 'partnerDoctor', 'Ablawa Test-Lien');
  const id = await createConsultation(query, customer, doctor, 'active');
  const page = await open(PHONE);
  await page.goto(`/dashboard?chat=${id}`);
  await page.waitForURL('/login');
  await submitSignIn(page, customer.identifier);
  await expect(page.getByRole('dialog').getByRole('heading', { name: doctor.name })).toBeVisible();
});

test('a wrong password, the wrong sign-in page and an unknown account get the same message, and the form keeps its input', async ({
  open,
  query,
}) => {
  const customer = await createPerson(query, 'customer', 'Refusée Test');
  const pharmacy = await createPerson(query, 'pharmacy', 'Pharmacie refusée');
  const page = await open(PHONE);
  const attempts = [
    [customer.identifier, 'pas-celui-là'],
    [pharmacy.phone, 'demo-amasin'],
    ['0195999999', 'demo-amasin'],
  ] as const;
  await page.goto('/login');
  for (const [identifier, password] of attempts) {
    await submitSignIn(page, identifier, password);
    await expectToast(page, 'Identifiants incorrects');
    await expect(page.locator('form').getByRole('alert')).toHaveText('Identifiants incorrects');
    await expect(page.getByRole('button', { name: 'Se connecter' })).toBeFocused();
    await expect(page.getByLabel('Numéro de téléphone')).toHaveValue(identifier);
    await expect(page.getByLabel('Mot de passe', { exact: true })).toHaveValue(password);
    await expect(page.getByRole('button', { name: 'Se connecter' })).toBeEnabled();
  }
  await page.goto('/admin');
  await submitSignIn(page, pharmacy.identifier, 'pas-celui-là');
  await expectToast(page, 'Identifiants incorrects');
  await expect(page.getByLabel('Email')).toHaveValue(pharmacy.identifier);
});

test('both sign-in forms validate each field; /admin rejects a response without a token and links to / and /login', async ({
  open,
}) => {
  const page = await open(PHONE);
  await page.goto('/login');
  await clickSignIn(page);
  await expect(page.getByText('Numéro de téléphone requis')).toBeVisible();
  await expect(page.getByText('Mot de passe requis')).toBeVisible();
  await expect(page.getByLabel('Numéro de téléphone')).toBeFocused();
  await submitSignIn(page, '12', 'abc');
  await expect(page.getByText('Format de téléphone invalide')).toBeVisible();
  await expect(page.getByText('Le mot de passe doit contenir au moins 4 caractères')).toBeVisible();
  await page.goto('/admin');
  await expect(page.getByText(/Réservé aux professionnels de santé/)).toBeVisible();
  await clickSignIn(page);
  await expect(page.getByText('Email requis')).toBeVisible();
  await submitSignIn(page, 'pas un email', 'demo-amasin');
  await expect(page.getByText("Format d'email invalide")).toBeVisible();
  await page.route('**/api/auth/admin-login', (route) => route.fulfill({ json: { success: true } }));
  await submitSignIn(page, 'superviseur@amasin.demo');
  await expectToast(page, "Données d'identification manquantes");
  await page.getByRole('link', { name: 'Connectez-vous ici' }).click();
  await page.waitForURL('/login');
  await page.goBack();
  await page.getByRole('link', { name: /interface publique/ }).click();
  await page.waitForURL('/');
});

test('sign-up validates each field, rejects a number in use, then leads to sign-in', async ({
  open,
  query,
}) => {
  const taken = await createPerson(query, 'customer', 'Déjà Là');
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
  // The same number in another notation.
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
  await submitSignIn(page, number, 'abcd1');
  await expect(page.getByRole('heading', { name: 'Bonjour Ayaba Nouvelle' })).toBeVisible();
});

test('guards redirect visitors to /login and other user types to the home page; an unknown URL shows the not-found page', async ({
  open,
  query,
}) => {
  const visitor = await open(PHONE);
  for (const path of [
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
    await visitor.goto(path);
    await visitor.waitForURL('/login');
  }
  await visitor.goto('/nulle/part');
  await expect(visitor.getByRole('heading', { name: 'Page introuvable' })).toBeVisible();
  const customer = await createPerson(query, 'customer', 'Garde Test');
  const page = await open(PHONE, customer.identifier);
  await page.goto('/supervisor-dashboard');
  await page.waitForURL('/');
  await expect(page.getByRole('link', { name: 'Commander maintenant' })).toBeVisible();
});
