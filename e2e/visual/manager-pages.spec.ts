import type { Page } from '@playwright/test';
import { DESKTOP, expect, PHONE, type Query, test } from '../product.ts';
import { longNames } from '../start/sizes.ts';
import { expectToast } from '../toasts.ts';
import { checkAppearance, openPage } from './appearance.ts';

const LONG = 'Amoxicilline-acide-clavulanique-pour-suspension-buvable-nourrisson 100 mg/12,5 mg';

test('the catalogue: filters, a medicine added, one approved, one deleted after confirmation', async ({
  open,
  query,
}) => {
  await insertUnreviewed(query, 'AAA Proposé Test', 0);
  const page = await open(DESKTOP, 'superviseur@amasin.demo');
  await openPage(page, '/supervisor-dashboard?tab=medications', 'Supervision · Amasin');
  const rows = page.getByRole('list', { name: 'Médicaments' }).locator('> li');
  await expect(rows).toHaveCount(5);
  // A lazy component must not load a shared stylesheet again: the second copy would override stylesheets that were loaded
  // after the first.
  await expect(page.getByRole('button', { name: 'Filtres' })).toHaveCSS('padding-left', '12px');
  await expect(rows.first()).toContainText('AAA Proposé TestÀ vérifier');
  await expect(rows.first()).toContainText('Prix à fixer');
  await checkAppearance(page);
  await page.setViewportSize(DESKTOP);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/page=2/);

  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Ajouter un médicament' }).click();
  const addDialog = page.getByRole('dialog', { name: 'Nouveau médicament' });
  await addDialog.getByRole('button', { name: 'Ajouter' }).click();
  await expect(addDialog.getByText('Nom requis')).toBeVisible();
  await checkAppearance(page);
  await addDialog.getByLabel('Nom', { exact: true }).fill(LONG);
  await addDialog.getByLabel('Prix (FCFA)').fill('3 500');
  await addDialog.getByRole('button', { name: 'Ajouter' }).click();
  await expectToast(page, 'Médicament ajouté');

  await page.setViewportSize(DESKTOP);
  await page.goto('/supervisor-dashboard?tab=medications');
  await page.getByRole('main').getByRole('link', { name: 'À vérifier' }).click();
  await page.getByLabel('Chercher par nom').fill('aaa propose test');
  await expect(rows).toHaveCount(1);
  // It cannot be approved without a price: the form opens and asks for one.
  await page.getByRole('button', { name: 'Valider AAA Proposé Test' }).click();
  await expectToast(page, 'Fixez un prix supérieur à 0 avant de valider');
  const editDialog = page.getByRole('dialog', { name: 'Modifier le médicament' });
  await editDialog.getByLabel('Prix (FCFA)').fill('900');
  await editDialog.getByRole('switch', { name: 'Valider ce médicament' }).check({ force: true });
  await editDialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expectToast(page, 'Médicament modifié');
  await expect(page.getByRole('heading', { name: 'Aucun médicament ne correspond' })).toBeVisible();
  expect(
    await query("select price_fcfa, reviewed from medications where label = 'AAA Proposé Test'"),
  ).toEqual([{ price_fcfa: 900, reviewed: true }]);

  await page.goto(`/supervisor-dashboard?tab=medications&q=${encodeURIComponent('acide-clavulanique')}`);
  await page.getByRole('button', { name: `Supprimer ${LONG}` }).click();
  const confirm = page.getByRole('dialog', { name: `Supprimer ${LONG} ?` });
  await expect(confirm).toBeVisible();
  await checkAppearance(page);
  await confirm.getByRole('button', { name: 'Supprimer' }).click();
  await expectToast(page, 'Médicament supprimé');
});

test('zones: one added with its sectors, found by one of them, and deleted', async ({ open, query }) => {
  const page = await open(DESKTOP, 'admin@amasin.demo');
  await openPage(page, '/cpanel?tab=zones', 'Administration · Amasin');
  const rows = page.getByRole('list', { name: 'Zones' }).locator('> li');
  await expect(rows.first()).toBeVisible();
  await checkAppearance(page);
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Ajouter une zone' }).click();
  const addDialog = page.getByRole('dialog', { name: 'Nouvelle zone' });
  await addDialog.getByLabel('Nom', { exact: true }).fill(longNames.pharmacy);
  await addDialog.getByLabel('Frais de livraison (FCFA)').fill('1 500');
  const field = addDialog.getByLabel('Quartiers', { exact: true });
  for (const sector of ['Houénoussou-Est', 'Agontinkon'.repeat(6)]) {
    await field.fill(sector);
    await field.press('Enter');
  }
  await expect(addDialog.getByRole('button', { name: /^Retirer / })).toHaveCount(2);
  await checkAppearance(page);
  await addDialog.getByRole('button', { name: 'Ajouter', exact: true }).click();
  await expectToast(page, 'Zone ajoutée');
  expect(await query('select price_fcfa, sectors from zones where label = $1', [longNames.pharmacy])).toEqual(
    [{ price_fcfa: 1500, sectors: ['Houénoussou-Est', 'Agontinkon'.repeat(6)] }],
  );

  await page.getByLabel('Chercher une zone').fill('houenoussou-est');
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: `Supprimer ${longNames.pharmacy}` }).click();
  const confirm = page.getByRole('dialog', { name: 'Supprimer cette zone ?' });
  await expect(confirm).toContainText(`${longNames.pharmacy}, 2 quartiers.`);
  await checkAppearance(page);
  await confirm.getByRole('button', { name: 'Supprimer' }).click();
  await expectToast(page, 'Zone supprimée');
});

test('the overview: as a chart, as a table, and without orders', async ({ open }) => {
  const page = await open(DESKTOP, 'admin@amasin.demo');
  await openPage(page, '/cpanel', 'Administration · Amasin');
  const plot = page.getByRole('figure', { name: 'Commandes par jour' });
  await expect(plot).toBeVisible();
  await plot.getByText('Voir les chiffres').click();
  await expect(plot.getByRole('row')).toHaveCount(31);
  await checkAppearance(page);
  await removeOrders(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Aucune commande sur ces jours' })).toBeVisible();
  await checkAppearance(page, 'none');
});

test('payments to look at: why, what was due, and one marked as seen', async ({ open, query }) => {
  await insertReviews(query);
  const page = await open(DESKTOP, 'superviseur@amasin.demo');
  await openPage(page, '/supervisor-dashboard', 'Supervision · Amasin');
  // The longest under review are rows of « À faire » too; those of other tests may be older.
  const row = page.getByRole('list', { name: 'Commandes' }).getByRole('link', { name: 'Paiement' }).first();
  await expect(row).toBeVisible();
  await checkAppearance(page);
  await row.click();
  await expect(page.getByRole('dialog', { name: 'Décider du paiement' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto('/supervisor-dashboard');
  await page.getByRole('link', { name: /^Paiements \d+$/ }).click();
  // Other tests may have left payments under review too.
  const list = page.getByRole('list', { name: 'Paiements à regarder' });
  const rows = list.locator('> li').filter({ hasText: /1\s234\s567/ });
  await expect(rows).toHaveCount(2);
  await checkAppearance(page);
  await page.setViewportSize(PHONE);
  await rows
    .first()
    .getByRole('button', { name: /^Décider du paiement/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Décider du paiement' });
  await expect(dialog.getByLabel('Ce qui a été fait')).toBeVisible();
  await checkAppearance(page);
  await dialog.getByLabel('Ce qui a été fait').fill('Remboursé par téléphone');
  await dialog.getByRole('button', { name: 'Classer' }).click();
  await expectToast(page, 'Paiement classé');
  await expect(rows).toHaveCount(1);
  expect(
    await query('select review_note from payments where review_note is not null and amount_fcfa = 1234567'),
  ).toEqual([{ review_note: 'Remboursé par téléphone' }]);
  await query("delete from payments where transaction_id like 'TX-visual-%'");
});

/** Puts two payments of a customer under review. */
async function insertReviews(query: Query): Promise<void> {
  for (const [nth, reason] of ['paid-twice', 'reference'].entries())
    await query(
      `insert into payments (id, transaction_id, provider, customer_id, status, amount_fcfa, draft, basket_id, content_digest,
         review_reason, created_at, settled_at)
       select gen_random_uuid(), $1, 'sandbox', id, 'review', 1234567, '{}', $1, '', $2, now(), now()
       from users where type = 'customer' order by id limit 1`,
      [`TX-visual-${nth}`, reason],
    );
}

/** Adds an unreviewed medicine, as an agent does while reading a prescription. */
async function insertUnreviewed(query: Query, label: string, price: number): Promise<void> {
  await query(
    `insert into medications (id, label, form, price_fcfa, reviewed, search_text, created_by_id, created_at)
     select gen_random_uuid(), $1, 'tablet', $2, false, $3, id, now() from users where email = 'pharmacien@amasin.demo'`,
    [label, price, 'aaa propose test'],
  );
}

async function removeOrders(page: Page): Promise<void> {
  await page.route('**/api/stats/days?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { days: object[] };
    const days = body.days.map((day) => ({ ...day, orders: 0, revenue: 0, deliveryMinutes: null }));
    await route.fulfill({ response, json: { ...body, days, zones: [], deliveryMinutes: null } });
  });
}
