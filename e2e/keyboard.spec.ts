import type { Locator, Page } from '@playwright/test';
import { createPhoto } from './documents.ts';
import { tabTo } from './keys.ts';
import { defaultOrder, ORDER_PLACED, payButton, portalOf } from './ordering.ts';
import { createPaidOrder } from './paid-order.ts';
import { createPerson } from './people.ts';
import { DESKTOP, expect, test } from './product.ts';
import { expectToast } from './toasts.ts';

/** Types into a search field and selects the first option. */
async function selectFirst(page: Page, search: Locator, typed: string): Promise<void> {
  await tabTo(page, search);
  await page.keyboard.type(typed);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option').first()).toBeHidden();
}

test('a customer orders and pays with the keyboard only', async ({ open, query }) => {
  const customer = await createPerson(query, 'customer', 'Clavier Commande');
  const page = await open(DESKTOP, customer.identifier);
  await page.goto('/order');
  await selectFirst(page, page.getByRole('combobox', { name: 'Ajouter un médicament' }), 'albendazole 400');
  await selectFirst(page, page.getByRole('combobox', { name: 'Votre quartier' }), defaultOrder.sector);
  await tabTo(page, page.getByLabel('Adresse de livraison'));
  await page.keyboard.type(defaultOrder.address);
  await tabTo(page, payButton(page));
  await page.keyboard.press('Enter');
  await tabTo(page, portalOf(page).getByRole('button', { name: 'Accepter le paiement' }));
  await page.keyboard.press('Enter');
  await expectToast(page, ORDER_PLACED);
  await page.waitForURL(/\/tracking\?order=/);
  expect(
    await query('select 1 from orders where customer_id = $1 and state = $2', [customer.id, 'pending']),
  ).toHaveLength(1);
});

test('a supervisor finds an order and assigns it with the keyboard only', async ({ open, query }) => {
  const { number } = await createPaidOrder(query, 'Clavier Assignation');
  const pharmacy = await createPerson(query, 'pharmacy', 'Pharmacie du Clavier');
  const page = await open(DESKTOP, 'superviseur@amasin.demo');
  await page.goto('/supervisor-dashboard');
  await expect(page.getByRole('list', { name: 'Commandes' }).getByRole('link').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(number);
  const found = page
    .getByRole('list', { name: 'Commandes' })
    .getByRole('link', { name: number, exact: true });
  await expect(
    page.getByRole('list', { name: 'Commandes' }).getByRole('link', { name: /^CMD-/ }),
  ).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(found).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Assigner une pharmacie' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await tabTo(page, dialog.getByRole('searchbox').or(dialog.getByRole('textbox')).first());
  await page.keyboard.type(pharmacy.name);
  await expect(dialog.getByRole('button', { name: `Assigner ${pharmacy.name}` })).toBeVisible();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Commande assignée avec succès');
  await expect(page.getByRole('region', { name: 'Commande ouverte' })).toContainText(pharmacy.name);
});

test('a prescriber writes a prescription with the keyboard only', async ({ open, query }) => {
  const midwife = await createPerson(query, 'partnerDoctor', 'Sage-femme du Clavier');
  const page = await open(DESKTOP, midwife.identifier);
  await page.goto('/doctor-dashboard');
  await tabTo(page, page.getByRole('button', { name: 'Nouvelle ordonnance' }).first());
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Nouvelle ordonnance' });
  await tabTo(page, dialog.getByLabel('Nom du patient'));
  await page.keyboard.type('Afi Clavier');
  await tabTo(page, dialog.getByLabel('Téléphone du patient'));
  await page.keyboard.type('0197112233');
  const buffer = await createPhoto(page);
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, dialog.getByRole('button', { name: /Choisir un fichier|Joindre|fichier/ }).first());
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({ name: 'ordonnance.jpg', mimeType: 'image/jpeg', buffer });
  await expect(page.getByRole('button', { name: 'Remplacer' })).toBeVisible();
  await tabTo(page, dialog.getByLabel('Ajouter un médicament'));
  await page.keyboard.type('albendazole 400');
  await page.keyboard.press('Enter');
  const option = page
    .getByRole('option', { name: /Albendazole 400/ })
    .or(dialog.getByRole('button', { name: /Albendazole 400/ }))
    .first();
  await expect(option).toBeVisible();
  await tabTo(page, option);
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel(/^Quantité : Albendazole/)).toBeVisible();
  await tabTo(page, dialog.getByRole('button', { name: 'Créer' }));
  await page.keyboard.press('Enter');
  await expectToast(page, 'Ordonnance créée');
  await expect(page.getByRole('region', { name: 'Numéro à donner au patient' })).toContainText(/ORD-\d{8}/);
});
