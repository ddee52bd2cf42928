import type { Page } from '@playwright/test';
import { DESKTOP, expect, PHONE, test } from '../product.ts';
import { expectAccessible } from './accessibility.ts';
import { findClipped } from './boxes.ts';
import { groups, openRow, type Screen, show } from './screens.ts';

/** On a phone of 740 px, the first item of a list begins above this, px, below the notice of the demonstration. */
const FIRST_ITEM_TOP = 210;
/** With a mouse, a row with its action is no higher than one without, px. */
const ROW_HEIGHT = 48;

for (const [who, screens] of groups) {
  for (const screen of screens) {
    test(`${who} reads it in the light, in the dark and with a screen reader: ${screen.name}`, async ({
      open,
      query,
    }) => {
      const page = await show(open, query, screen, PHONE);
      await expectAtTop(page, screen);
      await expectAppearance(page, screen);
      if ((screen.size ?? 'few') !== 'few' || screen.steps !== undefined) return;
      await page.setViewportSize(PHONE);
      if (await openRow(page)) await expectAppearance(page, screen);
    });
  }
}

/**
 * Checks accessibility on a phone and a desktop in both colour schemes, and that nothing is clipped on narrow screens.
 * A second scheme needs only the colour rules. The empty and the long list differ from the short one only in their rows, so they
 * are checked only on a phone in the dark scheme and on a desktop in the light one.
 */
async function expectAppearance(page: Page, { size = 'few', except = [], steps }: Screen): Promise<void> {
  const checks = [
    [PHONE, 'dark', 'all'],
    [PHONE, 'light', 'colours'],
    [DESKTOP, 'dark', 'colours'],
    [DESKTOP, 'light', 'all'],
  ] as const;
  for (const [viewport, colorScheme, rules] of checks) {
    if (size !== 'few' && rules === 'colours') continue;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    await expectAccessible(page, rules, except);
  }
  // boxes.spec.ts measures what has no steps, at more widths.
  if (steps === undefined) return;
  // 640: a desktop at a zoom of 200 % (WCAG 1.4.4).
  for (const width of [640, PHONE.width, 320]) {
    await page.setViewportSize({ width, height: 640 });
    // A dialog adapts its layout shortly after the viewport changes, hence the poll.
    await expect.poll(() => page.evaluate(findClipped), { message: `at ${width} px` }).toEqual([]);
  }
}

/** Expects the work of a list at the top of the screen, and its actions on one line. */
async function expectAtTop(page: Page, { rowsInView, rowAction }: Screen): Promise<void> {
  const items = page.locator('main ul:not([role]) > li');
  if (rowsInView !== undefined) {
    const notice = await page.getByRole('complementary', { name: 'Démonstration' }).boundingBox();
    const top = async () => ((await items.first().boundingBox())?.y ?? 0) - (notice?.height ?? 0);
    await expect.poll(top).toBeLessThan(FIRST_ITEM_TOP);
  }
  if (rowsInView || rowAction) await page.setViewportSize(DESKTOP);
  if (rowsInView) {
    const inView = () =>
      items.evaluateAll((rows) => {
        const notice = document.querySelector('.demo-notice')?.getBoundingClientRect().height ?? 0;
        return rows.filter((row) => row.getBoundingClientRect().bottom - notice <= window.innerHeight).length;
      });
    await expect.poll(inView).toBeGreaterThanOrEqual(rowsInView);
  }
  if (rowAction === undefined) return;
  const action = page
    .getByRole('button', { name: rowAction })
    .or(page.getByRole('link', { name: rowAction }));
  const row = page
    .getByRole('list', { name: 'Commandes', exact: true })
    .locator('> li')
    .filter({ has: action })
    .first();
  await expect(row).toBeVisible();
  await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThanOrEqual(ROW_HEIGHT);
}

test('a visitor whose page fails to render reads a reference, and tries again', async ({ pages }) => {
  // Not with `open`, which would fail the test for the expected console error.
  const page = await pages.acquire(PHONE);
  await page.route('**/api/pharmacies/search?*', (route) =>
    route.fulfill({ json: { success: true, pharmacies: [null], total: 1 } }),
  );
  await page.goto('/pharmacies');
  await expect(page.getByText('Cette page n’a pas pu s’afficher.')).toBeVisible();
  await expect(page.getByText(/indiquez cette référence\s: \S+/)).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(page.getByRole('list', { name: 'Pharmacies' })).toBeVisible();
  await pages.release(page);
});

// With forced colours (a high-contrast theme), backgrounds and shadows are the system's: only lines and text tell things apart.
for (const screen of groups.flatMap(([, screens]) => screens.filter(({ forced }) => forced))) {
  test(`${screen.name}, in a high-contrast theme: what is selected, badges, buttons and the focus have lines`, async ({
    open,
    query,
  }) => {
    const { steps: _, ...plain } = screen;
    const page = await show(open, query, plain, DESKTOP);
    await page.emulateMedia({ forcedColors: 'active' });
    await expect.poll(() => page.evaluate(findUnmarked)).toEqual([]);
    await openRow(page);
    await expect.poll(() => page.evaluate(findUnmarked)).toEqual([]);
    // Through the header and the places, to the page; again while the page that opens replaces what has the focus.
    await expect(async () => {
      await page.getByRole('banner').getByRole('link').first().focus();
      for (let presses = 0; presses < 10; presses += 1) {
        await page.keyboard.press('Tab');
        expect(await page.evaluate(findUnfocused), `after ${presses + 1} Tab`).toBeNull();
      }
    }).toPass({ timeout: 20_000 });
  });
}

/** Runs in the page. Returns the elements that only their background colour distinguishes. */
function findUnmarked(): string[] {
  const linesOf = (element: Element): string => {
    const { borderTopStyle, borderTopWidth, borderInlineStartWidth, outlineStyle, textDecorationLine } =
      getComputedStyle(element);
    return [borderTopStyle, borderTopWidth, borderInlineStartWidth, outlineStyle, textDecorationLine].join(
      ' ',
    );
  };
  const visible = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter(
      (element) => element.checkVisibility() && !element.matches(':focus-visible'),
    );
  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 40);
  const CURRENT = '[aria-current], [aria-pressed="true"], [aria-selected="true"]';

  const selected = visible(CURRENT).filter((element) => {
    const others = [
      ...(element.closest('nav, ul, table, [role]')?.querySelectorAll(element.tagName) ?? []),
    ].filter((other) => !other.matches(CURRENT) && other.classList[0] === element.classList[0]);
    return others.some((other) => linesOf(other) === linesOf(element));
  });
  // Also their text or number says it; a wrapper places a badge.
  const badges = visible('[class*="_badge_"]').filter((badge) => {
    const { borderTopStyle, outlineStyle } = getComputedStyle(badge);
    const isInner = badge.querySelector('[class*="_badge_"]') === null;
    return isInner && borderTopStyle === 'none' && outlineStyle === 'none';
  });
  const buttons = visible('main button, header button').filter((button) => {
    const { borderTopStyle, borderTopWidth, outlineStyle, textDecorationLine } = getComputedStyle(button);
    const hasBorder = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0;
    return !hasBorder && outlineStyle === 'none' && textDecorationLine === 'none';
  });
  return [
    ...selected.map((element) => `selected: ${nameOf(element)}`),
    ...badges.map((element) => `badge: ${element.className}`),
    ...buttons.map((element) => `button: ${nameOf(element)} ${element.className}`),
  ];
}

/** Runs in the page. Returns what has the focus without a line around it. */
function findUnfocused(): string | null {
  for (let at = document.activeElement; at !== null && at !== document.body; at = at.parentElement) {
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) return null;
  }
  return document.activeElement?.outerHTML.slice(0, 200) ?? 'nothing';
}
