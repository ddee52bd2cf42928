import type { Page } from '@playwright/test';
import { DESKTOP, expect, PHONE, test } from '../product.ts';
import { accounts } from '../start/sizes.ts';

const widths = [320, 360, 412, 640, 768, 800, 900, 1024, 1150, 1280, 1600];
/** From this width on, a list shows every field of the specification. */
const TABLET = 768;

/** On a desktop of 800 px, a list shows so many rows at once. */
const ROWS_IN_VIEW = 12;
/** On a phone of 740 px, the first item begins above this, px. */
const FIRST_ITEM_TOP = 200;

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
    await expect.poll(async () => (await items.first().boundingBox())?.y).toBeLessThan(FIRST_ITEM_TOP);
    // A courier has cards, and the specification pages medicines by five.
    if (path.includes('delivery') || path.includes('medications')) return;
    await page.setViewportSize({ width: 1280, height: 800 });
    const inView = () =>
      items.evaluateAll(
        (rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length,
      );
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
  const [top, box] = [(await bar.boundingBox())!.y, (await action.boundingBox())!];
  expect(box.y).toBeGreaterThan(top / 2);
  expect(box.y + box.height).toBeLessThan(top);
});

for (const [label, who, path] of [
  ['Commandes', 'superviseur@amasin.demo', '/supervisor-dashboard'],
  ['Commandes', 'superviseur@amasin.demo', '/supervisor-dashboard?state=delivered'],
  // With the card of who calls.
  ['Commandes', 'superviseur@amasin.demo', `/supervisor-dashboard?q=${accounts.many.customer}`],
  ['Commandes', accounts.many.pharmacy, '/pharmacy-dashboard'],
  ['Commandes', accounts.many.agent, '/agent-dashboard'],
  ['Médicaments', 'superviseur@amasin.demo', '/supervisor-dashboard?tab=medications'],
  ['Comptes', 'admin@amasin.demo', '/cpanel/users'],
  ['Zones', 'admin@amasin.demo', '/cpanel?tab=zones'],
  ['Partenaires', 'admin@amasin.demo', '/cpanel?tab=benefice'],
  ['Mes ordonnances', accounts.few.prescriber, '/doctor-dashboard'],
  ['Dernières commandes', accounts.many.customer, '/dashboard'],
] as const) {
  test(`${path}: no text overflows at any width, and no field is hidden from ${TABLET} px on`, async ({
    open,
  }) => {
    const page = await open(DESKTOP, who);
    await page.goto(path);
    const list = page.getByRole('list', { name: label, exact: true });
    await expect(list.locator('> li').first()).toBeVisible();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const message = `at ${width} px`;
      await expect.poll(() => page.evaluate(findOverflow), { message }).toEqual([]);
      if (width >= TABLET) await expect.poll(() => findHiddenFields(page, label), { message }).toEqual([]);
    }
  });
}

/** Runs in the page. Returns the texts of rows, cards and figures that overflow their box or the screen. */
function findOverflow(): string[] {
  const boxes = document.querySelectorAll('main li > *, main nav:not([data-scrolls] *) a');
  const isClipped = (element: Element | null, box: Element): boolean => {
    for (let at = element; at !== null && at !== box.parentElement; at = at.parentElement) {
      const { textOverflow, clipPath, overflowX } = getComputedStyle(at);
      if ((textOverflow === 'ellipsis' && overflowX === 'hidden') || clipPath !== 'none') return true;
    }
    return false;
  };
  const overflowing: string[] = [];
  for (const box of boxes) {
    const edge = box.getBoundingClientRect();
    const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      const range = document.createRange();
      range.selectNodeContents(text);
      // The text and the elements around it, such as a badge or a button.
      const rects = [...range.getClientRects()];
      for (let at = text.parentElement; at !== null && at !== box; at = at.parentElement)
        rects.push(...at.getClientRects());
      const isOut = rects.some(
        ({ left, right }) =>
          left < edge.left - 1 || right > edge.right + 1 || right > document.documentElement.clientWidth + 1,
      );
      if (isOut && !isClipped(text.parentElement, box)) overflowing.push(text.textContent ?? '');
    }
  }
  return [...new Set(overflowing)];
}

/** Returns the texts of cells that are hidden or too narrow to show more than a few letters. */
function findHiddenFields(page: Page, label: string): Promise<string[]> {
  return page
    .getByRole('list', { name: label, exact: true })
    .locator('> li')
    .evaluateAll((rows) =>
      rows
        .flatMap((row) => [...row.children])
        .filter((cell) => cell.textContent?.trim() && cell.getBoundingClientRect().width < 40)
        .map((cell) => cell.textContent ?? ''),
    );
}
