import type { Page } from '@playwright/test';
import { DESK, expect, PHONE } from '../product.ts';
import type { Size } from '../start/crowd.ts';
import { expectAccessible } from './accessible.ts';

/** Opens a page, and waits until it stands. */
export async function look(page: Page, address: string, title: string): Promise<void> {
  await page.goto(address);
  await expect(page).toHaveTitle(title);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/**
 * Axe finds nothing on a phone and at a desk, light and dark, and nothing is pushed out of a narrow screen or cut. Another
 * scheme changes colours only, so each size is asked everything once. The empty and the long list differ from the short
 * one by their rows only: one look at each in each size and scheme.
 */
export async function inspect(page: Page, size: Size = 'few', except: readonly string[] = []): Promise<void> {
  const looks = [
    [PHONE, 'dark', 'all'],
    ...(size === 'few'
      ? ([
          [PHONE, 'light', 'colours'],
          [DESK, 'dark', 'colours'],
        ] as const)
      : []),
    [DESK, 'light', 'all'],
  ] as const;
  for (const [viewport, colorScheme, rules] of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    await expectAccessible(page, rules, except);
    if (viewport === PHONE && rules === 'all') await expectUncut(page);
  }
  // 640: a desk whose letters, and all the rest, are twice as large (WCAG 1.4.4).
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await expectUncut(page);
  }
}

/** Nothing is wider than the screen, no word of a button is cut. */
async function expectUncut(page: Page): Promise<void> {
  // A dialog takes its shape for a phone a moment after the screen does.
  const message = `${page.url()} at ${page.viewportSize()?.width} px`;
  await expect.poll(() => page.evaluate(findCut), { message }).toEqual([]);
}

/** Runs in the page: what is wider than the screen, and buttons that lose the end of their words. */
function findCut(): string[] {
  const page = document.documentElement;
  const cut = [...document.querySelectorAll<HTMLElement>('button *, a *')].filter(
    (element) =>
      // What only screen readers read is a dot, whatever the size of letters.
      element.clientWidth > 4 &&
      element.scrollWidth > element.clientWidth &&
      getComputedStyle(element).overflowX === 'hidden' &&
      getComputedStyle(element).textOverflow !== 'ellipsis',
  );
  return [
    ...(page.scrollWidth > window.innerWidth ? [`${page.scrollWidth - window.innerWidth} px too wide`] : []),
    ...cut.map((element) => `cut: ${element.textContent}`),
  ];
}
