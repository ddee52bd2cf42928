import type { Page } from '@playwright/test';
import { expect, PHONE, test } from '../product.ts';
import { findClipped, findHiddenFields, findOverflow, findSmallTargets } from './boxes.ts';
import { groups, openRow, show } from './screens.ts';

const widths = [320, 360, 412, 640, 768, 800, 900, 1024, 1150, 1280, 1600];
/** From this width on, a list shows every field of an order. */
const TABLET = 768;

for (const [who, screens] of groups) {
  for (const screen of screens.filter(({ steps, everyWidth }) => steps === undefined || everyWidth)) {
    test(`${who} reads and touches everything at any width: ${screen.name}`, async ({ open, query }) => {
      const page = await show(open, query, screen, PHONE, { touch: true });
      await expectBoxes(page, screen.shows instanceof RegExp ? undefined : screen.shows[0]);
      if (screen.steps !== undefined) return;
      await page.setViewportSize(PHONE);
      if (await openRow(page)) await expectBoxes(page);
    });
  }
}

/** @param list the list that shows each field at this width */
async function expectBoxes(page: Page, list?: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    // A layout follows a change of its width a moment later, hence the poll.
    const options = { message: `at ${width} px` };
    await expect.poll(() => page.evaluate(findClipped), options).toEqual([]);
    await expect.poll(() => page.evaluate(findOverflow), options).toEqual([]);
    await expect.poll(() => page.evaluate(findSmallTargets), options).toEqual([]);
    if (list !== undefined && width >= TABLET)
      await expect.poll(() => page.evaluate(findHiddenFields, list), options).toEqual([]);
  }
}
