import { uniqueDigits } from '../people.ts';
import { allowTiles, DESKTOP, expect, PHONE, test } from '../product.ts';
import { expectToast } from '../toasts.ts';

test('a supervisor gives a proposed medicine its price, which approves it, and removes another one', async ({
  open,
  query,
}) => {
  const label = `AAA Proposé ${uniqueDigits()}`;
  await query(
    `insert into medications (id, label, form, price_fcfa, reviewed, search_text, created_by_id, created_at)
     select gen_random_uuid(), $1, 'tablet', 0, false, lower($2), id, now() from users where email = 'pharmacien@amasin.demo'`,
    [label, label.replace('é', 'e')],
  );
  const page = await open(DESKTOP, 'superviseur@amasin.demo');
  await page.goto('/supervisor-dashboard?tab=medications');
  const rows = page.getByRole('list', { name: 'Médicaments' }).locator('> li');
  await expect(rows).toHaveCount(5);
  // A lazy component must not load a shared stylesheet again: the second copy would override stylesheets that were loaded
  // after the first.
  await expect(page.getByRole('button', { name: 'Filtres' })).toHaveCSS('padding-left', '12px');
  await page.getByRole('main').getByRole('link', { name: 'À vérifier' }).click();
  await page.getByLabel('Chercher par nom').fill(label.toLowerCase().replace('é', 'e'));
  await expect(rows).toHaveCount(1);
  // It cannot be approved without a price: the form opens and asks for one.
  await page.getByRole('button', { name: `Valider ${label}` }).click();
  await expectToast(page, 'Fixez un prix supérieur à 0 avant de valider');
  const dialog = page.getByRole('dialog', { name: 'Modifier le médicament' });
  await dialog.getByLabel('Prix (FCFA)').fill('900');
  await dialog.getByRole('switch', { name: 'Valider ce médicament' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expectToast(page, 'Médicament modifié');
  await expect(page.getByRole('heading', { name: 'Aucun médicament ne correspond' })).toBeVisible();
  expect(await query('select price_fcfa, reviewed from medications where label = $1', [label])).toEqual([
    { price_fcfa: 900, reviewed: true },
  ]);

  await page.goto(`/supervisor-dashboard?tab=medications&q=${encodeURIComponent(label)}`);
  await page.getByRole('button', { name: `Supprimer ${label}` }).click();
  await page
    .getByRole('dialog', { name: `Supprimer ${label} ?` })
    .getByRole('button', { name: 'Supprimer' })
    .click();
  await expectToast(page, 'Médicament supprimé');
});

test('an administrator adds a zone and places it with a tap on a map, finds it by a quarter and deletes it', async ({
  open,
  query,
}) => {
  const page = await open(PHONE, 'admin@amasin.demo');
  const tiles = await allowTiles(page);
  await page.goto('/cpanel?tab=zones');
  await page.getByRole('button', { name: 'Ajouter une zone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nouvelle zone' });
  await dialog.getByLabel('Nom', { exact: true }).fill('Zone Placée');
  await dialog.getByLabel('Frais de livraison (FCFA)').fill('1 500');
  await dialog.getByLabel('Quartiers', { exact: true }).fill('Houénoussou-Est');
  await page.keyboard.press('Enter');
  const latitude = dialog.getByLabel('Latitude');
  await latitude.fill('6.3703, 2.3912');
  expect(tiles()).toBe(0);
  await dialog.getByRole('button', { name: 'Placer sur la carte' }).click();
  const map = dialog.getByRole('region', { name: /^Carte/ });
  await expect.poll(tiles).toBeGreaterThan(0);
  await map.scrollIntoViewIfNeeded();
  const box = (await map.boundingBox())!;
  await map.click({ position: { x: box.width / 2 + 40, y: box.height / 2 } });
  // To the right of the centre: further east, at the same latitude but for half a pixel.
  await expect(latitude).toHaveValue(/^6,370(3|2\d)$/);
  await expect(dialog.getByLabel('Longitude')).toHaveValue(/^2,39[2-9]\d*$/);
  await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click();
  await expectToast(page, 'Zone ajoutée');
  const stored = `select round(latitude::numeric, 4)::float8 as latitude, price_fcfa as fee, sectors
                  from zones where label = $1`;
  expect(await query(stored, ['Zone Placée'])).toEqual([
    { latitude: 6.3703, fee: 1500, sectors: ['Houénoussou-Est'] },
  ]);

  await page.getByLabel('Chercher une zone').fill('houenoussou-est');
  await expect(page.getByRole('list', { name: 'Zones' }).locator('> li')).toHaveCount(1);
  await page.getByRole('button', { name: 'Supprimer Zone Placée' }).click();
  const confirm = page.getByRole('dialog', { name: 'Supprimer cette zone ?' });
  await expect(confirm).toContainText('Zone Placée, 1 quartier.');
  await confirm.getByRole('button', { name: 'Supprimer' }).click();
  await expectToast(page, 'Zone supprimée');
  await expect(page.getByText(/^Aucune zone/).first()).toBeVisible();
});

test('an administrator creates the account of a courier, deactivates it and deletes it', async ({ open }) => {
  const page = await open(PHONE, 'admin@amasin.demo');
  await page.goto('/cpanel/users');
  await page.getByRole('button', { name: 'Nouvel utilisateur' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nouvel utilisateur' });
  await dialog.getByLabel('Type').selectOption({ label: 'Livreur' });
  await dialog.getByLabel('Nom').fill('Coffi Regardé');
  await dialog.getByLabel('Email').fill('coffi.regarde@exemple.bj');
  await dialog.getByLabel('Téléphone').fill('0195959595');
  await dialog.getByLabel('Mot de passe', { exact: true }).fill('bonjour');
  await dialog.getByLabel('Adresse').fill('Agla, après le pont');
  await dialog.getByRole('button', { name: 'Créer' }).click();
  await expectToast(page, 'Utilisateur créé');

  await page.goto('/cpanel/users?q=coffi.regarde');
  const rows = page.getByRole('list', { name: 'Comptes' }).locator('> li');
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Désactiver Coffi Regardé' }).click();
  const confirm = page.getByRole('dialog');
  await confirm.getByRole('button', { name: 'Désactiver' }).click();
  await expectToast(page, 'Statut mis à jour');
  await expect(rows.first()).toContainText('Désactivé');
  await page.getByRole('button', { name: 'Supprimer Coffi Regardé' }).click();
  await confirm.getByRole('button', { name: 'Supprimer' }).click();
  await expectToast(page, 'Utilisateur supprimé');
  await expect(page.getByRole('heading', { name: 'Aucun compte ne correspond' })).toBeVisible();
});
