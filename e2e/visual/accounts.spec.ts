import { readFileSync } from 'node:fs';
import { DESKTOP, expect, PHONE, test } from '../product.ts';
import { expectToast } from '../toasts.ts';
import { checkAppearance, openPage } from './appearance.ts';

test('accounts: the list, one created on a phone, deactivated, and deleted after confirmation', async ({
  open,
}) => {
  const page = await open(DESKTOP, 'admin@amasin.demo');
  await openPage(page, '/cpanel/users', 'Utilisateurs · Amasin');
  const rows = page.getByRole('list', { name: 'Comptes' }).locator('> li');
  await expect(rows.first()).toBeVisible();
  await checkAppearance(page);

  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Nouvel utilisateur' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nouvel utilisateur' });
  await dialog.getByLabel('Type').selectOption({ label: 'Livreur' });
  await dialog.getByRole('button', { name: 'Créer' }).click();
  await expect(dialog.getByText('Nom requis')).toBeVisible();
  await checkAppearance(page);
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
  const switchOff = page.getByRole('dialog', { name: 'Désactiver Coffi Regardé ?' });
  await checkAppearance(page);
  await switchOff.getByRole('button', { name: 'Désactiver' }).click();
  await expectToast(page, 'Statut mis à jour');
  await expect(rows.first()).toContainText('Désactivé');
  await page.getByRole('button', { name: 'Supprimer Coffi Regardé' }).click();
  const confirm = page.getByRole('dialog', { name: 'Supprimer Coffi Regardé ?' });
  await expect(confirm).toBeVisible();
  await checkAppearance(page);
  await confirm.getByRole('button', { name: 'Supprimer' }).click();
  await expectToast(page, 'Utilisateur supprimé');
  await expect(page.getByRole('heading', { name: 'Aucun compte ne correspond' })).toBeVisible();
});

test('the page for an unknown URL, and the maintenance page', async ({ open }) => {
  const page = await open();
  await openPage(page, '/nulle-part', 'Page introuvable · Amasin');
  await checkAppearance(page);
  await page.setContent(
    readFileSync(new URL('../../server/src/http/maintenance.html', import.meta.url), 'utf8'),
  );
  await checkAppearance(page);
});

test('a page that fails to render shows a retry button and a reference', async ({ pages }) => {
  // Not with `open`, which would fail the test for the expected console error.
  const page = await pages.acquire(PHONE);
  await page.route('**/api/pharmacies/search?*', (route) =>
    route.fulfill({ json: { success: true, pharmacies: [null], total: 1 } }),
  );
  await page.goto('/pharmacies');
  await expect(page.getByText('Cette page n’a pas pu s’afficher.')).toBeVisible();
  await expect(page.getByText(/indiquez cette référence : \S+/)).toBeVisible();
  await checkAppearance(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(page.getByRole('list', { name: 'Pharmacies' })).toBeVisible();
  await pages.release(page);
});
