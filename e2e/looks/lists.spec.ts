import type { Page } from '@playwright/test';
import { DESK, expect, test } from '../product.ts';
import { crowd } from '../start/crowd.ts';

const widths = [320, 360, 768, 800, 900, 1024, 1150, 1280, 1600];
/** From here on a list shows every field of the specification. */
const TABLET = 768;

for (const [label, who, address] of [
  ['Commandes', 'superviseur@amasin.demo', '/supervisor-dashboard'],
  ['Commandes', crowd.many.pharmacy, '/pharmacy-dashboard'],
  ['Commandes', crowd.many.agent, '/agent-dashboard'],
  ['Médicaments', 'superviseur@amasin.demo', '/supervisor-dashboard?tab=medications'],
  ['Comptes', 'admin@amasin.demo', '/cpanel/users'],
  ['Zones', 'admin@amasin.demo', '/cpanel?tab=zones'],
  ['Partenaires', 'admin@amasin.demo', '/cpanel?tab=benefice'],
  ['Mes ordonnances', crowd.few.prescriber, '/doctor-dashboard'],
  ['Dernières commandes', crowd.many.customer, '/dashboard'],
] as const) {
  test(`${address}: no text leaves its box at any width, no field is hidden from ${TABLET} px on`, async ({
    open,
  }) => {
    const page = await open(DESK, who);
    await page.goto(address);
    const list = page.getByRole('list', { name: label, exact: true });
    await expect(list.locator('> li').first()).toBeVisible();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const message = `at ${width} px`;
      await expect.poll(() => page.evaluate(findSpilled), { message }).toEqual([]);
      if (width >= TABLET) await expect.poll(() => hiddenFields(page, label), { message }).toEqual([]);
    }
  });
}

/** Runs in the page: texts of rows, cards and figures that lie outside their box or outside the screen. */
function findSpilled(): string[] {
  const boxes = document.querySelectorAll(
    'main li > *, main section[aria-label^="Commandes par"] a, main nav a',
  );
  const isDeliberate = (element: Element | null, box: Element): boolean => {
    for (let at = element; at !== null && at !== box.parentElement; at = at.parentElement) {
      const { textOverflow, clipPath, overflowX } = getComputedStyle(at);
      if ((textOverflow === 'ellipsis' && overflowX === 'hidden') || clipPath !== 'none') return true;
    }
    return false;
  };
  const spilled: string[] = [];
  for (const box of boxes) {
    const edge = box.getBoundingClientRect();
    const words = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
      const { currentNode: word } = words;
      const range = document.createRange();
      range.selectNodeContents(word);
      // The text, and what it is written on: a badge, a button.
      const rects = [...range.getClientRects()];
      for (let at = word.parentElement; at !== null && at !== box; at = at.parentElement)
        rects.push(...at.getClientRects());
      const isOut = rects.some(
        ({ left, right }) =>
          left < edge.left - 1 || right > edge.right + 1 || right > document.documentElement.clientWidth + 1,
      );
      if (isOut && !isDeliberate(word.parentElement, box)) spilled.push(word.textContent ?? '');
    }
  }
  return [...new Set(spilled)];
}

/** Cells of the rows that have words and are not shown, or on less room than some letters. */
function hiddenFields(page: Page, label: string): Promise<string[]> {
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
