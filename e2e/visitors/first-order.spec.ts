import type { Locator, Page } from '@playwright/test';
import { defaultOrder, goToStep, ORDER_PLACED, payButton, portalOf } from '../ordering.ts';
import { uniqueDigits } from '../people.ts';
import { expect, PHONE, test } from '../product.ts';
import { expectToast } from '../toasts.ts';

/** Counts the taps and the characters that reach the page, whatever document is loaded. */
async function countInput(page: Page): Promise<() => { taps: number; keys: number }> {
  const count = { taps: 0, keys: 0 };
  await page.exposeFunction('countInput', (what: 'taps' | 'keys') => {
    count[what] += 1;
  });
  await page.addInitScript(() => {
    const { countInput } = window as unknown as { countInput: (what: string) => void };
    window.addEventListener('pointerdown', () => countInput('taps'), { capture: true });
    window.addEventListener('keydown', () => countInput('keys'), { capture: true });
  });
  return () => ({ ...count });
}

/** Taps a field and types in it. */
async function write(page: Page, field: Locator, text: string): Promise<void> {
  await field.click();
  await page.keyboard.type(text);
  await expect(field).toHaveValue(text);
}

test('a visitor goes from a pharmacy’s card to a paid order without typing anything twice', async ({
  open,
  query,
}) => {
  // A page of its own: what is added to a page stays in it.
  const page = await open(PHONE, undefined, { touch: true });
  const input = await countInput(page);
  const phone = `0194${uniqueDigits()}`;
  const name = 'Ayaba Carte';
  const password = 'demo-amasin';

  await page.goto('/medicaments');
  await write(page, page.getByLabel('Nom du médicament'), 'albendazole');
  await page.getByRole('button', { name: new RegExp(`^Ajouter ${defaultOrder.label}`) }).click();
  await expect(page.getByRole('region', { name: 'Votre panier' })).toContainText(defaultOrder.label);
  await page.goto('/pharmacies?duty=0');
  await page.getByRole('link', { name: 'Commander, Pharmacie Fifamè' }).click();

  // She has no account, and notices it once she has typed her number.
  await expect(page).toHaveTitle('Connexion · Amasin');
  await write(page, page.getByLabel('Numéro de téléphone'), phone);
  await page.getByRole('link', { name: 'Créer un compte' }).click();
  await expect(page).toHaveTitle('Inscription · Amasin');
  await expect(page.getByLabel('Numéro de téléphone')).toHaveValue(phone);
  await write(page, page.getByLabel('Nom complet'), name);
  await write(page, page.getByLabel('Mot de passe', { exact: true }), password);
  await write(page, page.getByLabel('Confirmer le mot de passe'), password);
  await page.getByRole('button', { name: 'S’inscrire' }).click();
  await expect(page).toHaveTitle('Connexion · Amasin');
  await expect(page.getByLabel('Numéro de téléphone')).toHaveValue(phone);
  await page.getByRole('button', { name: 'Se connecter' }).click();

  await expect(page).toHaveURL('/order');
  await expect(page.getByText('Pharmacie souhaitée : Pharmacie Fifamè')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Médicaments choisis' })).toContainText(defaultOrder.label);
  await goToStep(page, 2);
  await page.getByRole('combobox', { name: 'Votre quartier' }).click();
  await page.keyboard.type('haie');
  await page.getByRole('option', { name: defaultOrder.sector }).first().click();
  await write(page, page.getByLabel('Adresse de livraison'), 'Portail gris');
  await goToStep(page, 3);
  await payButton(page).click();
  await portalOf(page).getByRole('button', { name: 'Accepter le paiement' }).click();
  await expectToast(page, ORDER_PLACED);
  await page.waitForURL(/\/tracking\?order=/);

  // Each text once, the password and its confirmation.
  const typed = ['albendazole', phone, name, password, password, 'haie', 'Portail gris'];
  expect(input()).toEqual({ taps: 17, keys: typed.join('').length });
  const [order] = await query<{ label: string; wished: string }>(
    `select i.label, w.name as wished from orders o join order_items i on i.order_id = o.id
     join users c on c.id = o.customer_id left join users w on w.id = o.wished_pharmacy_id where c.phone = $1`,
    [`+229${phone}`],
  );
  expect(order).toEqual({ label: defaultOrder.label, wished: 'Pharmacie Fifamè' });
});
