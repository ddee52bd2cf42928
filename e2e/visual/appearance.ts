import type { Page } from '@playwright/test';
import { DESKTOP, expect, PHONE } from '../product.ts';
import type { Size } from '../start/sizes.ts';
import { expectAccessible } from './accessibility.ts';
import { findClipped } from './boxes.ts';

/** Opens a page and waits for its title and heading. */
export async function openPage(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await expect(page).toHaveTitle(title);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Changes the server’s responses to requests that match this URL pattern. */
export async function changeResponse(
  page: Page,
  pattern: string,
  change: (body: object) => object,
): Promise<void> {
  await page.route(pattern, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
}

/**
 * Checks accessibility on a phone and a desktop in both colour schemes, and that nothing overflows or is clipped on narrow
 * screens. A second scheme needs only the colour rules. The empty and the long list differ from the short one only in
 * their rows, so they are checked only on a phone in the dark scheme and on a desktop in the light one.
 */
export async function checkAppearance(
  page: Page,
  size: Size = 'few',
  except: readonly string[] = [],
): Promise<void> {
  const checks = [
    [PHONE, 'dark', 'all'],
    ...(size === 'few'
      ? ([
          [PHONE, 'light', 'colours'],
          [DESKTOP, 'dark', 'colours'],
        ] as const)
      : []),
    [DESKTOP, 'light', 'all'],
  ] as const;
  for (const [viewport, colorScheme, rules] of checks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    await expectAccessible(page, rules, except);
    if (viewport === PHONE && rules === 'all') await expectNothingClipped(page);
  }
  // 640: a desktop at a zoom of 200 % (WCAG 1.4.4).
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await expectNothingClipped(page);
  }
}

/** Expects nothing wider than the screen, no horizontal scrolling except of rows made for it, and no clipped text in buttons and links. */
async function expectNothingClipped(page: Page): Promise<void> {
  // A dialog adapts its layout shortly after the viewport changes, hence the poll.
  const message = `${page.url()} at ${page.viewportSize()?.width} px`;
  await expect.poll(() => page.evaluate(findClipped), { message }).toEqual([]);
}
