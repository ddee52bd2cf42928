import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose result depends on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** WCAG 2.2 AA and axe’s best practices. */
const ALL_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Expects no axe violations on the page and in its frames. With a dialog open, only the dialog is checked.
 * @param rules `colours` when the page was already checked with all rules at this size
 * @param except rules that do not apply to this page
 */
export async function expectAccessible(
  page: Page,
  rules: 'all' | 'colours' = 'all',
  except: readonly string[] = [],
): Promise<void> {
  await settle(page);
  await loadAxe(page);
  const options: RunOptions = {
    runOnly: rules === 'all' ? { type: 'tag', values: ALL_TAGS } : { type: 'rule', values: COLOUR_RULES },
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
    // Skipping the passed checks is twice as fast on a long list.
    resultTypes: ['violations'],
    // Preloading is for media and for rules about stylesheets, which are not used here.
    preload: false,
  };
  expect(await page.evaluate(runAxe, options), page.url()).toEqual([]);
}

/** Waits until the next page has replaced this one, and an open dialog has its name: on a busy machine both take a moment. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('progressbar', { name: 'Chargement de la page' })).toHaveCount(0);
  await expect(page.locator('[aria-modal=true]:not([aria-labelledby], [aria-label])')).toHaveCount(0);
}

/** Loads axe into the page and its frames, once per document: evaluating it takes as long as a check. */
async function loadAxe(page: Page): Promise<void> {
  await Promise.all(
    page.frames().map(async (frame) => {
      if (await frame.evaluate(() => 'axe' in window)) return;
      await frame.evaluate(`${source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`);
    }),
  );
}

/** Runs in the page. */
async function runAxe(options: RunOptions): Promise<string[]> {
  const { axe } = window as unknown as { axe: typeof import('axe-core') };
  const dialogs = document.querySelectorAll('[aria-modal=true]');
  const isOpen = [...dialogs].at(-1)?.checkVisibility();
  // A toast over a button makes its target too small, and one about another test's change may appear at any time.
  const toasts = document.querySelectorAll<HTMLElement>('.mantine-Notifications-root');
  for (const { style } of toasts) style.visibility = 'hidden';
  const { violations } = await axe.run(isOpen ? dialogs : document, options);
  const faults: string[] = [];
  for (const { id, nodes } of violations) {
    const kept: string[] = [];
    for (const { html, target } of nodes) {
      if (id !== 'target-size' || (await isSmall(String(target)))) kept.push(html);
    }
    if (kept.length > 0) faults.push(`${id}: ${kept.join(' | ')}`);
  }
  for (const { style } of toasts) style.visibility = '';
  return faults;

  // A target that a fixed bar covers in part is whole once it is scrolled to.
  async function isSmall(selector: string): Promise<boolean> {
    const element = document.querySelector(selector);
    if (element === null) return true;
    const from = window.scrollY;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const again = await axe.run(element, { runOnly: ['target-size'] });
    window.scrollTo({ top: from, behavior: 'instant' });
    return again.violations.length > 0;
  }
}
