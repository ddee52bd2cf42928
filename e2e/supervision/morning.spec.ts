import type { Page } from '@playwright/test';
import { expectFocus, tabTo } from '../keys.ts';
import { createPaidOrder, openPayment } from '../paid-order.ts';
import { createPerson } from '../people.ts';
import { deliverOrder } from '../prescriptions/delivery.ts';
import { DESKTOP, expect, type Query, test } from '../product.ts';
import { expectToast } from '../toasts.ts';
import { expectAccessible } from '../visual/accessibility.ts';

test('a supervisor finds, assigns, ends and settles with the keyboard only', async ({ open, query }) => {
  const waiting = await createPaidOrder(query, 'Matin Assignée');
  const delivered = await createPaidOrder(query, 'Matin Livrée');
  await deliverOrder(query, delivered.id);
  const pharmacy = await createPerson(query, 'pharmacy', 'Pharmacie du Matin');
  await putUnderReview(query);
  const page = await open(DESKTOP, 'superviseur@amasin.demo');
  const press = (key: string) => page.keyboard.press(key);
  await page.goto('/supervisor-dashboard');
  await expect(page.getByRole('list', { name: 'Commandes' })).toBeVisible();

  await press('Tab');
  await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused();
  await press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  // A customer calls: their number finds their card and their order.
  await search(page, waiting.customer.phone.replace(/(..)(?=.)/g, '$1 '));
  await expect(page.getByRole('region', { name: 'Matin Assignée' })).toBeVisible();
  await expectFocus(page);
  await expectAccessible(page);
  await press('ArrowDown');
  await expect(rowOf(page, waiting.number)).toBeFocused();
  await press('Enter');
  await expect(page.getByRole('region', { name: 'Commande ouverte' })).toContainText(waiting.number);
  await expectFocus(page);

  const assign = page.getByRole('button', { name: 'Assigner une pharmacie' });
  await tabTo(page, assign);
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Assigner une pharmacie' });
  await expect(page.getByRole('radio').first()).toBeFocused();
  // Tab and Shift+Tab keep the focus in the dialog, and Escape gives it back.
  for (let presses = 0; presses < 8; presses += 1) {
    await press(presses % 3 === 2 ? 'Shift+Tab' : 'Tab');
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await press('Escape');
  await expect(dialog).toBeHidden();
  await expect(assign).toBeFocused();
  await press('Enter');
  await tabTo(page, dialog.getByLabel('Nom ou téléphone'), 'Shift+Tab');
  await page.keyboard.type(pharmacy.name);
  await expect(dialog.getByRole('button', { name: `Assigner ${pharmacy.name}` })).toBeVisible();
  await press('Enter');
  await expectToast(page, 'Commande assignée avec succès');
  await expect(page.getByRole('dialog', { name: 'Assigner un livreur' })).toBeVisible();
  await expect(page.getByRole('radio').first()).toBeFocused();
  await expectFocus(page);
  await press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectFocus(page);
  await press('Escape');
  await expect(page.getByRole('region', { name: 'Commande ouverte' })).toBeHidden();
  await expectFocus(page);

  await search(page, delivered.number);
  await expect(rowOf(page, delivered.number)).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: `Terminer ${delivered.number}` }));
  await press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Terminer' })).toBeFocused();
  await press('Enter');
  await expectToast(page, 'Commande terminée');
  await expect(rowOf(page, delivered.number)).toBeFocused();
  await expectFocus(page);

  const chip = page
    .getByRole('navigation', { name: 'Commandes par état' })
    .getByRole('link', { name: /^En livraison/ });
  await tabTo(page, chip, 'Shift+Tab');
  await press('Enter');
  await expect(chip).toHaveAttribute('aria-current', 'true');
  await expectFocus(page);

  await tabTo(page, page.getByRole('link', { name: /^Paiements \d+$/ }), 'Shift+Tab');
  await press('Enter');
  const review = page.getByRole('listitem').filter({ hasText: 'Matin Revu' });
  await expect(review).toBeVisible();
  await expectFocus(page);
  await tabTo(page, review.getByRole('button', { name: /^Décider du paiement/ }));
  await press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Ce qui a été fait')).toBeFocused();
  await page.keyboard.type('Remboursé');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Classer', exact: true }));
  await press('Enter');
  await expectToast(page, 'Paiement classé');
  await expect(review).toBeHidden();
  await expectFocus(page);
  await expectAccessible(page);

  await tabTo(page, page.getByRole('banner').getByRole('button').last(), 'Shift+Tab');
  await press('Enter');
  const signOut = page.getByRole('menuitem', { name: 'Déconnexion' });
  await expect(signOut).toBeVisible();
  await tabTo(page, signOut, 'ArrowDown');
  await expectFocus(page);
  await press('Enter');
  await page.waitForURL(/\/$/);
});

const rowOf = (page: Page, number: string) =>
  page.getByRole('list', { name: 'Commandes' }).getByRole('link', { name: number, exact: true });

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(text);
}

/** A payment under review because its amount is wrong, the oldest in the list. */
async function putUnderReview(query: Query): Promise<void> {
  const customer = await createPerson(query, 'customer', 'Matin Revu');
  const { transactionId } = await openPayment(query, customer);
  await query(
    `update payments set status = 'review', review_reason = 'amount', settled_at = '2020-01-01'
     where transaction_id = $1`,
    [transactionId],
  );
}
