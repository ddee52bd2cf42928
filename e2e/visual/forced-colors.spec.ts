import type { Page } from '@playwright/test';
import { DESKTOP, expect, test } from '../product.ts';
import { accounts } from '../start/sizes.ts';

// With forced colours (a high-contrast theme), backgrounds and shadows are the system's: only lines and text tell things apart.
for (const [path, who] of [
  ['/supervisor-dashboard?state=pending', 'superviseur@amasin.demo'],
  ['/supervisor-dashboard?tab=medications', 'superviseur@amasin.demo'],
  ['/supervisor-dashboard?tab=duty', 'superviseur@amasin.demo'],
  ['/agent-dashboard', accounts.few.agent],
  ['/pharmacy-dashboard', accounts.few.pharmacy],
  ['/delivery-dashboard', accounts.few.courier],
  ['/doctor-dashboard', accounts.few.prescriber],
  ['/cpanel?tab=users', 'admin@amasin.demo'],
  ['/cpanel', 'admin@amasin.demo'],
] as const) {
  test(`${path}: what is selected, badges, buttons and the focus are told by lines or text`, async ({
    open,
  }) => {
    const page = await open(DESKTOP, who);
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(path);
    await expect(page.getByRole('navigation', { name: 'Espace de travail' })).toBeVisible();
    await expect(
      page.getByRole('main').getByRole('button').or(page.getByRole('main').getByRole('link')).first(),
    ).toBeVisible();
    await expect.poll(() => page.evaluate(findUnmarked)).toEqual([]);
    await openFirst(page);
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

/** Opens the first row, if there is one that opens. */
async function openFirst(page: Page): Promise<void> {
  const row = page.locator('main a[data-row]').first();
  if ((await row.count()) === 0) return;
  const before = page.url();
  await row.click();
  await expect(page).not.toHaveURL(before);
  await expect(page.getByRole('status', { name: 'Chargement…' })).toHaveCount(0);
}

/** Runs in the page. Returns what is told by its background alone. */
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
