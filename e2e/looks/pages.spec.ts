import type { Page } from '@playwright/test';
import { openSummary, writer } from '../ordering.ts';
import { DESK, expect, PHONE, test } from '../product.ts';
import { crowd, longNames, sizes } from '../start/crowd.ts';
import { inspect, look } from './looking.ts';

test('pages of visitors', async ({ open }) => {
  const page = await open(PHONE);
  for (const [address, title] of [
    ['/', 'Amasin, vos médicaments livrés à Cotonou'],
    ['/login', 'Connexion · Amasin'],
    ['/register', 'Inscription · Amasin'],
    ['/admin', 'Espace professionnel · Amasin'],
    ['/nulle-part', 'Page introuvable · Amasin'],
  ] as const) {
    await page.goto(address);
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await inspect(page);
  }
});

for (const size of sizes) {
  test(`pages of a customer: ${crowd[size].orders} orders`, async ({ open }) => {
    const page = await open(PHONE, crowd[size].customer);
    await look(page, '/dashboard', 'Tableau de bord · Amasin');
    await expectRows(page, 'Dernières commandes', Math.min(crowd[size].orders, 10));
    await inspect(page, size);
    await look(page, '/tracking', 'Suivi de commande · Amasin');
    await expectRows(page, 'Mes commandes', Math.min(crowd[size].orders, 50));
    await inspect(page, size);
    if (size === 'many') await expectScrollsByItself(page, 'Mes commandes');
    if (size === 'none') return;
    await page.setViewportSize(PHONE);
    await page.getByRole('list', { name: 'Mes commandes' }).getByRole('link').first().click();
    await expect(page.getByRole('heading', { name: /^CMD-/ })).toBeVisible();
    await inspect(page, size);
  });

  test(`the pharmacy’s page: ${crowd[size].orders} orders`, async ({ open }) => {
    const page = await open(DESK, crowd[size].pharmacy);
    await look(page, '/pharmacy-dashboard', 'Commandes à préparer · Amasin');
    await expectRows(page, 'Commandes', Math.min(crowd[size].orders, 50));
    await inspect(page, size);
    if (size !== 'few') return;
    await openFirst(page);
    await inspect(page, size);
  });

  test(`the courier’s page: ${crowd[size].orders} orders`, async ({ open }) => {
    const page = await open(PHONE, crowd[size].courier);
    await look(page, '/delivery-dashboard', 'Mes livraisons · Amasin');
    const cards = page.getByRole('button', { name: /^(Commencer la livraison|Marquer comme livrée)$/ });
    if (size === 'none') await expect(page.getByText('Aucune livraison à faire')).toBeVisible();
    else await expect(cards).toHaveCount(Math.min(crowd[size].orders, 50));
    await inspect(page, size);
  });
}

test('the supervisor’s page: all orders, three, none', async ({ open }) => {
  const page = await open(DESK, 'superviseur@amasin.demo');
  await look(page, '/supervisor-dashboard', 'Supervision · Amasin');
  await expectRows(page, 'Commandes', 50);
  await inspect(page, 'many');
  await page.goto(`/supervisor-dashboard?q=${encodeURIComponent(`${longNames.customer} 3`)}`);
  await expectRows(page, 'Commandes', 3);
  await inspect(page, 'few');
  await openFirst(page);
  await inspect(page, 'few');
  await page.goto(`/supervisor-dashboard?q=${encodeURIComponent('personne de ce nom')}`);
  await expect(page.getByText('Aucune commande ne correspond')).toBeVisible();
  await inspect(page, 'none');
});

test('the order form, its three steps and what it finds', async ({ open, query }) => {
  const customer = await writer(query, longNames.customer);
  const page = await open(PHONE, customer.kept);
  await look(page, '/order', 'Nouvelle commande · Amasin');
  await page.getByRole('combobox', { name: 'Ajouter un médicament' }).fill('parac');
  await expect(page.getByRole('option').first()).toBeVisible();
  await inspect(page);
  await page.goto('/order?etape=livraison');
  await page.getByRole('combobox', { name: 'Votre quartier' }).fill('cadjehoun');
  await expect(page.getByRole('option').first()).toBeVisible();
  await inspect(page);
  await openSummary(page);
  await inspect(page);
});

test('« Compte désactivé » and an outage', async ({ open, query }) => {
  const customer = await writer(query, 'Arrêt Test');
  const page = await open(PHONE, customer.kept);
  await page.route('**/api/**', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
  await inspect(page);
  await page.unroute('**/api/**');
  await query('update users set active = false where id = $1', [customer.id]);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Compte désactivé' })).toBeVisible();
  await inspect(page);
});

async function expectRows(page: Page, list: string, rows: number): Promise<void> {
  const empty = /^(Vous n’avez pas encore de commande|Aucune commande pour l’instant)$/;
  if (rows === 0) await expect(page.getByRole('heading', { name: empty })).toBeVisible();
  await expect(page.getByRole('list', { name: list, exact: true }).locator('> li')).toHaveCount(rows);
}

async function openFirst(page: Page): Promise<void> {
  await page.setViewportSize(DESK);
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

/** On a desk a long list scrolls at a fixed height (SPEC 9): the page stays where it is. */
async function expectScrollsByItself(page: Page, name: string): Promise<void> {
  await page.setViewportSize(DESK);
  const list = page.getByRole('list', { name, exact: true });
  await list.getByRole('listitem').last().scrollIntoViewIfNeeded();
  const { top, height } = await list.evaluate((element) => {
    const scroller = element.parentElement!.parentElement!;
    return { top: scroller.scrollTop, height: scroller.clientHeight };
  });
  expect(top).toBeGreaterThan(0);
  expect(height).toBeLessThanOrEqual(DESK.height);
}
