import type { Page } from '@playwright/test';
import { DESKTOP, expect, test } from '../product.ts';
import { accounts } from '../start/sizes.ts';

const lists = [
  ['/supervisor-dashboard?state=delivered', 'superviseur@amasin.demo', 'button', /^Terminer CMD-/],
  ['/supervisor-dashboard?state=pre-treatment', 'superviseur@amasin.demo', 'link', /^Lire l’ordonnance de/],
  ['/agent-dashboard', accounts.many.agent, 'link', /^Lire l’ordonnance de/],
] as const;

for (const [path, who, role, name] of lists) {
  test(`${path}: with a mouse, the action of a row makes it no higher`, async ({ open }) => {
    const page = await open(DESKTOP, who);
    await page.goto(path);
    const row = rowsOf(page)
      .filter({ has: page.getByRole(role, { name }) })
      .first();
    await expect(row).toBeVisible();
    expect((await row.boundingBox())!.height).toBeLessThanOrEqual(48);
  });
}

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Commandes', exact: true }).locator('> li');
