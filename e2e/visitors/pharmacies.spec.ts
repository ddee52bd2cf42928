import type { Page } from '@playwright/test';
import { allowTiles, DESKTOP, expect, PHONE, test } from '../product.ts';
import { expectToast } from '../toasts.ts';

const TITLE = 'Trouver une pharmacie · Amasin';
const cards = (page: Page) => page.getByRole('list', { name: 'Pharmacies' }).locator('> li');

/** In the sector Cadjèhoun, 100 m from a pharmacy of the demo data. */
const CADJEHOUN = { latitude: 6.3584, longitude: 2.4003 };

test('a visitor finds a nearby pharmacy, one on duty, and the link to order', async ({ open }) => {
  const page = await open(PHONE);
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation(CADJEHOUN);
  await page.goto('/pharmacies');
  await expect(page).toHaveTitle(TITLE);
  await expect(page.getByText('du centre de Cotonou')).toBeVisible();

  await page.getByRole('button', { name: 'Près de moi' }).click();
  await expect(cards(page).first()).toContainText('Pharmacie Fifamè');
  await expect(cards(page).first()).toContainText('à 100\u00a0m');
  const slider = page.getByRole('slider', { name: 'Rayon de recherche' });
  await slider.press('Home');
  await expect(page).toHaveURL(/radius=1$/);
  await expect(cards(page)).toHaveCount(1);
  await slider.press('End');
  await expect(page).toHaveURL(/radius=30$/);
  await expect(cards(page)).not.toHaveCount(1);

  await page.getByRole('button', { name: 'Pharmacies de garde' }).click();
  await expect(page.getByText(/pharmacies? de garde en ce moment/)).toBeVisible();
  await expect(cards(page).first()).toContainText('De garde');
  await expect(page.getByRole('link', { name: /^Appeler Pharmacie Fifamè/ })).toHaveAttribute(
    'href',
    'tel:+2290197000013',
  );
  await page.getByRole('link', { name: 'Commander, Pharmacie Fifamè' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('a visitor who does not give their position sees the default search, and a map when they ask for it', async ({
  open,
}) => {
  const page = await open(PHONE);
  const tiles = await allowTiles(page);
  await page.goto('/pharmacies');
  await page.getByRole('button', { name: 'Près de moi' }).click();
  await expectToast(page, "Impossible d'obtenir votre position. Recherche par défaut.");
  await expect(cards(page).first()).toBeVisible();
  expect(tiles()).toBe(0);

  await page.getByRole('button', { name: 'Afficher la carte' }).click();
  const map = page.getByRole('region', { name: 'Carte des pharmacies' });
  await expect(map.getByRole('link', { name: '© les contributeurs d’OpenStreetMap' })).toBeVisible();
  await expect.poll(tiles).toBeGreaterThan(0);
  await expect(map.getByRole('button', { name: 'Pharmacie Fifamè, de garde' })).toBeVisible();
  const pin = map.getByRole('button', { name: 'Pharmacie Gbèssinmè' });
  await pin.focus();
  await pin.press('Enter');
  await expect(map.getByRole('link', { name: /^Appeler le/ })).toBeVisible();
  // Pins of close pharmacies overlap; the list below has an equivalent target for each (WCAG 2.5.8).
  await pin.focus();
  await page.keyboard.press('Escape');
  await expect(map.getByRole('link', { name: /^Appeler le/ })).toHaveCount(0);
});

test('a supervisor puts a pharmacy on duty tonight, and a visitor sees it during the shift', async ({
  open,
  query,
}) => {
  const name = 'Pharmacie Essai-de-Garde';
  const [place] = await query<{ id: string }>(
    `insert into places (id, source_id, name, latitude, longitude, address)
     values (gen_random_uuid(), 'essai/1', $1, 6.5, 2.6, 'Porto-Novo, derrière le grand marché') returning id`,
    [name],
  );
  const supervisor = await open(DESKTOP, 'superviseur@amasin.demo');
  await supervisor.goto('/supervisor-dashboard?tab=duty');
  await expect(supervisor).toHaveTitle('Supervision · Amasin');
  await expect(supervisor.getByRole('table')).toBeVisible();
  await supervisor.getByRole('searchbox').fill('essai-de');
  const cells = supervisor.getByRole('button', { name: new RegExp(`^${name}, nuit du `) });
  // Tonight is the first night that is not over.
  const tonight = cells.and(supervisor.locator(':enabled')).first();
  await tonight.click();
  await expect(tonight).toHaveAttribute('aria-pressed', 'true');
  const stored = async () => (await query('select from duty_shifts where place_id = $1', [place!.id])).length;
  await expect.poll(stored).toBe(1);

  // Start the shift now, so that the test does not depend on the time of day.
  await query('update duty_shifts set starts_at = now() where place_id = $1', [place!.id]);
  const visitor = await open(PHONE);
  await visitor.goto('/pharmacies?duty=1');
  await expect(cards(visitor).filter({ hasText: name })).toContainText('De garde');

  // Its hours are no longer those of the night, so it is removed after a confirmation.
  await supervisor
    .getByRole('button', { name: /autres heures$/ })
    .first()
    .click();
  await supervisor.getByRole('dialog').getByRole('button', { name: 'Retirer' }).click();
  await expectToast(supervisor, 'Garde retirée');
  await visitor.reload();
  await expect(cards(visitor).first()).toBeVisible();
  await expect(visitor.getByText(name)).toHaveCount(0);
  await query('delete from places where id = $1', [place!.id]);
});
