import { createConsultation } from '../consultations/create-consultation.ts';
import { createPerson, signIn, submitSignIn } from '../people.ts';
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

const signsOut: readonly string[] = [landingPages[0][0], landingPages[2][0]];

// These accounts are listed in the README.
test('everyone signs in to their own page, and out to the home page', async ({ open }) => {
  const page = await open(DESKTOP);
  for (const [identifier, path, heading] of landingPages) {
    await signIn(page, identifier);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Menu de / })).toBeVisible();
    expect(new URL(page.url()).pathname, identifier).toBe(path);
    // Two of them by the menu, the others for the next account.
    if (!signsOut.includes(identifier)) {
      await page.evaluate(() => localStorage.removeItem('token'));
      continue;
    }
    await page.getByRole('button', { name: /^Menu de / }).click();
    await page.getByRole('menuitem', { name: 'Déconnexion' }).click();
    await expectToast(page, 'Déconnexion réussie');
    await expect(page.getByRole('link', { name: 'Inscription' }).first()).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  }
});

test('a customer signs in once, for every later visit, and meets no sign-in page on the way back', async ({
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

  // A link to a consultation opens it after the sign-in.
  const doctor = await createPerson(query, 'partnerDoctor', 'Ablawa Test-Lien');
  const id = await createConsultation(query, customer, doctor, 'active');
  const other = await open(PHONE);
  await other.goto(`/dashboard?chat=${id}`);
  await other.waitForURL('/login');
  await submitSignIn(other, customer.identifier);
  await expect(other.getByRole('dialog').getByRole('heading', { name: doctor.name })).toBeVisible();
});

test('a visitor is led to the sign-in page from every page of people, and a customer home from a page of staff', async ({
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
