import { expect, type Page } from '@playwright/test';
import { findClipped, findOverflow } from './visual/boxes.ts';

/** Fails while something is cut or wider than the page. */
export async function expectFits(page: Page): Promise<void> {
  for (const find of [findClipped, findOverflow]) await expect.poll(() => page.evaluate(find)).toEqual([]);
}
