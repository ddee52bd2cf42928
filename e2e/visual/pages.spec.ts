import type { Page } from '@playwright/test';
import { createCustomerWithDraft, openSummary } from '../ordering.ts';
import { DESKTOP, expect, PHONE, test } from '../product.ts';
import { accounts, longNames, sizes } from '../start/sizes.ts';
import { checkAppearance, openPage } from './appearance.ts';

test('pages for visitors', async ({ open }) => {
  const page = await open(PHONE);
  for (const [path, title] of [
    ['/', 'Amasin, vos médicaments livrés à Cotonou'],
    ['/login', 'Connexion · Amasin'],
    ['/register', 'Inscription · Amasin'],
    ['/admin', 'Espace professionnel · Amasin'],
    ['/nulle-part', 'Page introuvable · Amasin'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await checkAppearance(page);
  }
});

for (const size of sizes) {
  test(`the customer’s pages: ${accounts[size].orders} orders`, async ({ open }) => {
    const page = await open(PHONE, accounts[size].customer);
    await openPage(page, '/dashboard', 'Tableau de bord · Amasin');
    await expectRows(page, 'Dernières commandes', Math.min(accounts[size].orders, 10));
    await checkAppearance(page, size);
    await openPage(page, '/tracking', 'Suivi de commande · Amasin');
    await expectRows(page, 'Mes commandes', Math.min(accounts[size].orders, 50));
    await checkAppearance(page, size);
    if (size === 'many') await expectOwnScroll(page, 'Mes commandes');
    if (size === 'none') return;
    await page.setViewportSize(PHONE);
    await page.getByRole('list', { name: 'Mes commandes' }).getByRole('link').first().click();
    const order = page.getByRole('region', { name: 'Détail de la commande' });
    await expect(order.getByRole('heading', { name: /^CMD-/ })).toBeVisible();
    await checkAppearance(page, size);
  });

  test(`the pharmacy’s page: ${accounts[size].orders} orders`, async ({ open }) => {
    const page = await open(DESKTOP, accounts[size].pharmacy);
    await openPage(
      page,
      `/pharmacy-dashboard${size === 'none' ? '' : '?state=all'}`,
      'Commandes à préparer · Amasin',
    );
    await expectRows(page, 'Commandes', Math.min(accounts[size].orders, 50));
    await checkAppearance(page, size);
    if (size !== 'few') return;
    await openFirst(page);
    await checkAppearance(page, size);
  });

  test(`the courier’s page: ${accounts[size].orders} orders`, async ({ open }) => {
    const page = await open(PHONE, accounts[size].courier);
    await openPage(page, '/delivery-dashboard', 'Mes livraisons · Amasin');
    const cards = page.getByRole('button', { name: /^(Commencer la livraison|Marquer comme livrée)$/ });
    if (size === 'none') await expect(page.getByText('Aucune livraison à faire')).toBeVisible();
    else await expect(cards).toHaveCount(Math.min(accounts[size].orders, 50));
    await checkAppearance(page, size);
  });
}

test('the supervisor’s page: all orders, three, and none', async ({ open }) => {
  const page = await open(DESKTOP, 'superviseur@amasin.demo');
  await openPage(page, '/supervisor-dashboard', 'Supervision · Amasin');
  await expectRows(page, 'Commandes', 50);
  await checkAppearance(page, 'many');
  await page.goto(`/supervisor-dashboard?q=${encodeURIComponent(`${longNames.customer} 3`)}`);
  await expectRows(page, 'Commandes', 3);
  await checkAppearance(page, 'few');
  await openFirst(page);
  await checkAppearance(page, 'few');
  await page.goto(`/supervisor-dashboard?q=${encodeURIComponent('personne de ce nom')}`);
  await expect(page.getByText('Aucune commande ne correspond')).toBeVisible();
  await checkAppearance(page, 'none');
});

test('the order form: its three steps and search results', async ({ open, query }) => {
  const customer = await createCustomerWithDraft(query, longNames.customer);
  const page = await open(PHONE, customer.storage);
  await openPage(page, '/order', 'Nouvelle commande · Amasin');
  await page.getByRole('combobox', { name: 'Ajouter un médicament' }).fill('parac');
  await expect(page.getByRole('option').first()).toBeVisible();
  await checkAppearance(page);
  await page.goto('/order?etape=livraison');
  await page.getByRole('combobox', { name: 'Votre quartier' }).fill('cadjehoun');
  await expect(page.getByRole('option').first()).toBeVisible();
  await checkAppearance(page);
  await openSummary(page);
  await checkAppearance(page);
});

test('the pages for a deactivated account and for an outage', async ({ open, query }) => {
  const customer = await createCustomerWithDraft(query, 'Arrêt Test');
  const page = await open(PHONE, customer.storage);
  await page.route('**/api/**', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
  await checkAppearance(page);
  await page.unroute('**/api/**');
  await query('update users set active = false where id = $1', [customer.id]);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Compte désactivé' })).toBeVisible();
  await checkAppearance(page);
});

async function expectRows(page: Page, list: string, rows: number): Promise<void> {
  const empty = /^(Vous n’avez pas encore de commande|Rien à préparer pour l’instant)$/;
  if (rows === 0) await expect(page.getByRole('heading', { name: empty })).toBeVisible();
  // A supervisor’s list may begin with payments that other tests have left under review.
  const items = page.getByRole('list', { name: list, exact: true }).locator('> li');
  await expect(items.filter({ hasNotText: /^Paiement/ })).toHaveCount(rows);
}

async function openFirst(page: Page): Promise<void> {
  await page.setViewportSize(DESKTOP);
  await page
    .getByRole('list', { name: 'Commandes', exact: true })
    .getByRole('link', { name: /^CMD-/ })
    .first()
    .click();
  const order = page.getByRole('region', { name: 'Commande ouverte' });
  await expect(
    order.getByText('Commande passée et payée').or(order.getByText('Commande passée')).first(),
  ).toBeVisible();
}

/** Expects a long list to scroll within a fixed height on a desktop. */
async function expectOwnScroll(page: Page, name: string): Promise<void> {
  await page.setViewportSize(DESKTOP);
  const list = page.getByRole('list', { name, exact: true });
  await list.getByRole('listitem').last().scrollIntoViewIfNeeded();
  const { top, height } = await list.evaluate((element) => {
    const scroller = element.parentElement!.parentElement!;
    return { top: scroller.scrollTop, height: scroller.clientHeight };
  });
  expect(top).toBeGreaterThan(0);
  expect(height).toBeLessThanOrEqual(DESKTOP.height);
}
