import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { DESKTOP, expect, test } from '../product.ts';

/** Presses a button and reads the file that the browser saves. */
async function download(page: Page, button: string) {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  const text = await readFile(await saved.path(), 'utf8');
  return { name: saved.suggestedFilename(), lines: text.trimEnd().split('\r\n') };
}

test('a supervisor saves a list of orders, and an administrator payouts and the values of a chart, as files', async ({
  open,
}) => {
  const supervisor = await open(DESKTOP, 'superviseur@amasin.demo');
  await supervisor.goto('/supervisor-dashboard?state=ended');
  const rows = supervisor.getByRole('list', { name: 'Commandes' }).locator('> li');
  await expect(rows.first()).toBeVisible();
  const orders = await download(supervisor, 'Télécharger les commandes de la liste (CSV)');
  expect(orders.name).toMatch(/^commandes-\d{4}-\d\d-\d\d\.csv$/);
  expect(orders.lines[0]).toMatch(/^\uFEFFNuméro;Créée le;/);
  expect(orders.lines.length).toBeGreaterThan(1);
  for (const line of orders.lines.slice(1)) expect(line).toContain(';Terminée;');

  const admin = await open(DESKTOP, 'admin@amasin.demo');
  await admin.goto('/cpanel?tab=benefice');
  expect((await download(admin, 'Télécharger les paiements (CSV)')).lines[0]).toMatch(/^\uFEFFPayé le;/);
  await admin.goto('/cpanel');
  const zones = await download(admin, 'Télécharger les chiffres : Zones (CSV)');
  expect([zones.name.replace(/-.*/, ''), zones.lines[0]]).toEqual(['zones', '\uFEFFZones;Commandes']);
});
