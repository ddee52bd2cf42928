import { expect, PHONE, test } from '../product.ts';
import { accounts } from '../start/sizes.ts';

/** On a desktop of 800 px, a list shows so many rows at once, below the notice of the demonstration. */
const ROWS_IN_VIEW = 12;
/** On a phone of 740 px, the first item begins above this, px, below the notice of the demonstration. */
const FIRST_ITEM_TOP = 210;

for (const [path, who] of [
  ['/supervisor-dashboard', 'superviseur@amasin.demo'],
  ['/supervisor-dashboard?state=all', 'superviseur@amasin.demo'],
  ['/supervisor-dashboard?tab=medications', 'superviseur@amasin.demo'],
  ['/pharmacy-dashboard', accounts.many.pharmacy],
  ['/agent-dashboard', accounts.many.agent],
  ['/delivery-dashboard', accounts.many.courier],
  ['/doctor-dashboard', accounts.many.prescriber],
  ['/cpanel?tab=orders', 'admin@amasin.demo'],
  ['/cpanel?tab=prescriptions', 'admin@amasin.demo'],
  ['/cpanel?tab=zones', 'admin@amasin.demo'],
  ['/cpanel/users', 'admin@amasin.demo'],
] as const) {
  test(`${path}: the work begins at the top of the screen`, async ({ open }) => {
    const page = await open(PHONE, who);
    await page.goto(path);
    const items = page.locator('main ul:not([role]) > li');
    await expect(items.first()).toBeVisible();
    const notice = await page.getByRole('complementary', { name: 'Démonstration' }).boundingBox();
    const top = async () => ((await items.first().boundingBox())?.y ?? 0) - (notice?.height ?? 0);
    await expect.poll(top).toBeLessThan(FIRST_ITEM_TOP);
    // A courier has cards, and a page of medicines has five rows.
    if (path.includes('delivery') || path.includes('medications')) return;
    await page.setViewportSize({ width: 1280, height: 800 });
    const inView = () =>
      items.evaluateAll((rows) => {
        const notice = document.querySelector('.demo-notice')?.getBoundingClientRect().height ?? 0;
        return rows.filter((row) => row.getBoundingClientRect().bottom - notice <= window.innerHeight).length;
      });
    // The zones, each with two lines of sectors, are one fewer.
    await expect
      .poll(inView)
      .toBeGreaterThanOrEqual(path.includes('zones') ? ROWS_IN_VIEW - 1 : ROWS_IN_VIEW);
  });
}

test('the next action of a courier is visible above the bar, with a long address too', async ({ open }) => {
  const page = await open(PHONE, accounts.many.courier);
  await page.goto('/delivery-dashboard');
  const action = page
    .getByRole('button', { name: /^(Commencer la livraison|Marquer comme livrée)$/ })
    .first();
  const bar = page.getByRole('navigation', { name: 'Espace de travail' });
  await expect(action).toBeVisible();
  const top = (await bar.boundingBox())!.y;
  const box = (await action.boundingBox())!;
  expect(box.y).toBeGreaterThan(top / 2);
  expect(box.y + box.height).toBeLessThan(top);
});
