import { submitSignIn, uniqueDigits } from '../people.ts';
import { expect, PHONE, test } from '../product.ts';
import { expectToast } from '../toasts.ts';

/** In front of the stadium of Cotonou. */
const STADIUM = { longitude: 2.39123, latitude: 6.37034, accuracy: 12 };

test('a pharmacy signs up on a phone with its position, and waits for activation', async ({
  open,
  query,
}) => {
  const page = await open(PHONE);
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation(STADIUM);
  await page.goto('/');
  await expect(page).toHaveTitle('Amasin, vos médicaments livrés à Cotonou');
  await page.getByRole('link', { name: 'Inscrire ma pharmacie' }).click();
  await expect(page).toHaveTitle('Inscrire ma pharmacie · Amasin');

  const number = `0192${uniqueDigits()}`;
  const email = `p${number}@exemple.bj`;
  await page.getByLabel('Nom de la pharmacie').fill('Pharmacie du Stade');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Téléphone').fill(number);
  await page.getByLabel('Mot de passe', { exact: true }).fill('demo-amasin');
  await page.getByLabel('Adresse').fill('Face au stade\nportail bleu');
  await page.getByRole('button', { name: 'Récupérer ma position' }).click();
  await expectToast(page, 'Localisation récupérée avec succès');
  await page.getByRole('button', { name: 'Inscrire ma pharmacie' }).click();
  await expectToast(page, 'Pharmacie enrégistrée avec succès !');
  await page.waitForURL('/login');
  const [row] = await query(
    'select type, active, is_partner, longitude, latitude, address from users where email = $1',
    [email],
  );
  expect(row).toEqual({
    type: 'pharmacy',
    active: false,
    is_partner: false,
    longitude: STADIUM.longitude,
    latitude: STADIUM.latitude,
    address: 'Face au stade\nportail bleu',
  });

  await expect(page.getByText('Votre pharmacie est enregistrée')).toBeVisible();
  await page.getByRole('status').getByRole('link', { name: 'Espace professionnel' }).click();
  await expect(page).toHaveTitle('Espace professionnel · Amasin');
  await submitSignIn(page, email);
  await expect(page.getByRole('heading', { name: 'Compte désactivé' })).toBeVisible();
});

test('a professional signs up from /about, reads the privacy page, and can sign in at once', async ({
  open,
}) => {
  const page = await open(PHONE);
  await page.goto('/about');
  await expect(page).toHaveTitle('À propos d’Amasin · Amasin');
  await page.getByLabel('Menu', { exact: true }).click();
  await page
    .getByRole('navigation', { name: 'Menu du site' })
    .getByRole('link', { name: 'Espace partenaire' })
    .click();
  await page.getByRole('link', { name: 'professionnel de santé', exact: true }).click();
  await expect(page).toHaveTitle('Professionnel de santé : s’inscrire · Amasin');
  await page.getByRole('link', { name: 'Ce que nous gardons de vous, et pourquoi' }).click();
  await expect(page).toHaveTitle('Confidentialité · Amasin');
  await page.goBack();

  await page.setViewportSize(PHONE);
  const number = `0193${uniqueDigits()}`;
  const email = `p${number}@exemple.bj`;
  await page.getByLabel('Titre').selectOption('Sage-femme');
  await page.getByLabel('Nom complet').fill('Nafissatou Bio');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Téléphone').fill(number);
  await page.getByLabel('Mot de passe', { exact: true }).fill('demo-amasin');
  await page.getByLabel('Adresse').fill('Maternité de Cadjèhoun');
  await page.getByRole('button', { name: 'S’inscrire' }).click();
  await expectToast(
    page,
    'Inscription réussie, vous pouvez maintenant vous connecter et prescrire des ordonnaces !',
  );
  await page.getByRole('status').getByRole('link', { name: 'Espace professionnel' }).click();
  // Until the page for professionals has loaded, the sign-in page of customers is visible.
  await expect(page).toHaveTitle('Espace professionnel · Amasin');
  await submitSignIn(page, email);
  await expect(page.getByRole('heading', { name: 'Sage-femme Nafissatou Bio' })).toBeVisible();
});
