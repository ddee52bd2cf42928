import type { Locator, Page } from '@playwright/test';
import { createCustomerWithDraft, openSummary, payButton, portalOf } from '../ordering.ts';
import { createPaidOrder } from '../paid-order.ts';
import { createPerson } from '../people.ts';
import { DESKTOP, expect, PHONE, type Query, test } from '../product.ts';
import { expectAccessible } from './accessibility.ts';
import { checkAppearance } from './appearance.ts';

test('the dialogs to assign a pharmacy and to end an order trap the focus, are accessible and not clipped', async ({
  open,
  query,
}) => {
  const order = await createPaidOrder(query, 'Fenêtre Test');
  const page = await open(DESKTOP, 'superviseur@amasin.demo');
  await page.goto('/supervisor-dashboard?q=Fen%C3%AAtre');
  await page
    .getByRole('list', { name: 'Commandes' })
    .getByRole('link', { name: order.number, exact: true })
    .click();
  const opener = page.getByRole('button', { name: 'Assigner une pharmacie' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Assigner une pharmacie' });
  await expect(dialog.getByRole('radio', { name: /^Pharmacie Fifamè/ })).toBeVisible();
  await expectFocusTrapped(page, dialog);
  await checkAppearance(page);
  await page.setViewportSize(DESKTOP);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await expectOpen(page, order.number);
  await opener.click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expectOpen(page, order.number);

  await moveTo('delivered', query, order.id);
  await page.reload();
  await page.getByRole('button', { name: 'Terminer', exact: true }).click();
  const confirm = page.getByRole('dialog', { name: 'Terminer cette commande ?' });
  await expect(confirm).toBeVisible();
  await expectFocusTrapped(page, confirm);
  await checkAppearance(page);
  await confirm.getByRole('button', { name: 'Annuler' }).click();
  await expect(confirm).toBeHidden();
  await expectOpen(page, order.number);
});

test('the payment portal and the notice after it are accessible and not clipped', async ({ open, query }) => {
  const customer = await createCustomerWithDraft(query, 'Portail Test');
  const page = await open(PHONE, customer.storage);
  await openSummary(page);
  await payButton(page).click();
  const dialog = page.getByRole('dialog', { name: /^Payer / });
  await expect(portalOf(page).getByRole('button', { name: 'Accepter le paiement' })).toBeVisible();
  await checkAppearance(page);
  await page.setViewportSize(PHONE);
  await dialog.getByRole('button', { name: 'Fermer' }).focus();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/n’est pas confirmé/)).toBeVisible();
  await checkAppearance(page);
});

test('the open filters on a phone and the user menu are accessible', async ({ open }) => {
  const page = await open(PHONE, 'superviseur@amasin.demo');
  await page.goto('/supervisor-dashboard');
  const filters = page.getByRole('button', { name: 'Filtres' });
  await expect(filters).toHaveAttribute('aria-expanded', 'false');
  await filters.click();
  const loaded = page.waitForResponse(/\/api\/orders\?.*=delivered/);
  await page.getByRole('link', { name: /^Livrée/ }).click();
  await expect(page).toHaveURL(/state=delivered/);
  // Until the response arrives, the previous rows are shown dimmed.
  await loaded;
  const rows = page.getByRole('list', { name: 'Commandes', exact: true });
  await expect(rows).toHaveAttribute('aria-busy', 'false');
  await expect(filters).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Tout effacer' }).click();
  await expect(page).toHaveURL(/supervisor-dashboard$/);
  await expect(rows).toHaveAttribute('aria-busy', 'false');
  const menu = page.getByRole('button', { name: /^Menu de / });
  await menu.click();
  await expect(page.getByRole('menuitem', { name: 'Déconnexion' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
});

test('the skip link, the list, opening an order and closing it work with the keyboard', async ({ open }) => {
  const page = await open(DESKTOP, 'superviseur@amasin.demo');
  await page.goto('/supervisor-dashboard?state=pending');
  const rows = page.getByRole('list', { name: 'Commandes' }).getByRole('link', { name: /^CMD-/ });
  await expect(rows.first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Numéro ou nom du client')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  // The second row, whichever it is: other tests change the list meanwhile.
  const focused = page.locator(':focus');
  await expect(focused).toHaveText(/^CMD-/);
  const number = await focused.innerText();
  await page.keyboard.press('Enter');
  await expectOpen(page, number);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Commande ouverte' })).toBeHidden();
  await expect(page).toHaveURL(/supervisor-dashboard\?state=pending(#contenu)?$/);
  await expect(focused).toHaveText(number);
});

/** Expects Tab and Shift+Tab to keep the focus in the dialog. */
async function expectFocusTrapped(page: Page, dialog: Locator): Promise<void> {
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press(presses % 3 === 2 ? 'Shift+Tab' : 'Tab');
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
}

async function expectOpen(page: Page, number: string): Promise<void> {
  const order = page.getByRole('region', { name: 'Commande ouverte' });
  await expect(order.getByRole('heading', { name: number })).toBeVisible();
}

/** Assigns a new pharmacy and courier, and moves the order to this state. Returns the courier. */
async function moveTo(state: 'delivering' | 'delivered', query: Query, orderId: string) {
  const pharmacy = await createPerson(query, 'pharmacy', 'Pharmacie de la Fenêtre');
  const courier = await createPerson(query, 'deliveryPerson', 'Livreur de la Fenêtre');
  await query('update orders set pharmacy_id = $1, delivery_person_id = $2 where id = $3', [
    pharmacy.id,
    courier.id,
    orderId,
  ]);
  for (const next of state === 'delivered' ? ['delivering', 'delivered'] : ['delivering'])
    await query('update orders set state = $1 where id = $2', [next, orderId]);
  return courier;
}
