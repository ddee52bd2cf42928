import { readFileSync } from 'node:fs';
import { DESK, expect, expectToast, PHONE, test } from '../product.ts';
import { inspect, look } from './looking.ts';

test('the accounts: found, one created on a telephone, deactivated, asked about before it goes', async ({
  open,
}) => {
  const page = await open(DESK, 'admin@amasin.demo');
  await look(page, '/cpanel/users', 'Utilisateurs · Amasin');
  const rows = page.getByRole('list', { name: 'Comptes' }).locator('> li');
  await expect(rows.first()).toBeVisible();
  await inspect(page);

  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Nouvel utilisateur' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nouvel utilisateur' });
  await dialog.getByLabel('Type').selectOption({ label: 'Livreur' });
  await dialog.getByRole('button', { name: 'Créer' }).click();
  await expect(dialog.getByText('Nom requis')).toBeVisible();
  await inspect(page);
  await page.setViewportSize(PHONE);
  await dialog.getByLabel('Nom').fill('Coffi Regardé');
  await dialog.getByLabel('Email').fill('coffi.regarde@exemple.bj');
  await dialog.getByLabel('Téléphone').fill('0195959595');
  await dialog.getByLabel('Mot de passe', { exact: true }).fill('bonjour');
  await dialog.getByLabel('Adresse').fill('Agla, après le pont');
  await dialog.getByRole('button', { name: 'Créer' }).click();
  await expectToast(page, 'Utilisateur créé');

  await page.goto('/cpanel/users?q=coffi.regarde');
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Désactiver Coffi Regardé' }).click();
  await expectToast(page, 'Statut mis à jour');
  await expect(rows.first()).toContainText('Désactivé');
  await page.getByRole('button', { name: 'Supprimer Coffi Regardé' }).click();
  const asking = page.getByRole('dialog', { name: 'Supprimer Coffi Regardé ?' });
  await expect(asking).toBeVisible();
  // What has been told lies over the corner of a telephone for two seconds.
  await expect(page.getByText('Statut mis à jour')).toBeHidden();
  await inspect(page);
  await asking.getByRole('button', { name: 'Supprimer' }).click();
  await expectToast(page, 'Utilisateur supprimé');
  await expect(page.getByRole('heading', { name: 'Aucun compte ne correspond' })).toBeVisible();
});

test('what stands where there is no page, and while the service is closed', async ({ open }) => {
  const page = await open();
  await look(page, '/nulle-part', 'Page introuvable · Amasin');
  await inspect(page);
  await page.setContent(
    readFileSync(new URL('../../server/src/http/web/maintenance.html', import.meta.url), 'utf8'),
  );
  await inspect(page);
});

test('a page of ours that fails: one way out, and a reference', async ({ browsers }) => {
  // Not by `open`: the error that is written on the console is the one wanted here.
  const page = await browsers.take(PHONE);
  await page.route('**/api/pharmacies/search?*', (route) =>
    route.fulfill({ json: { success: true, pharmacies: [null], total: 1 } }),
  );
  await page.goto('/pharmacies');
  await expect(page.getByText('Cette page n’a pas pu s’afficher.')).toBeVisible();
  await expect(page.getByText(/indiquez cette référence : \S+/)).toBeVisible();
  await inspect(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(page.getByRole('list', { name: 'Pharmacies' })).toBeVisible();
  await browsers.giveBack(page);
});
