import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules about colours: all that another scheme can change. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** WCAG 2.2 AA and what its authors advise. */
const ALL = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Fails with what axe finds on the page as it stands, its frames included; what is behind an open dialog is out of reach.
 * A page already looked at in this size is asked about its colours alone. `except`: rules that do not bind this page.
 */
export async function expectAccessible(
  page: Page,
  rules: 'all' | 'colours' = 'all',
  except: readonly string[] = [],
): Promise<void> {
  await bringAxe(page);
  const options: RunOptions = {
    runOnly: rules === 'all' ? { type: 'tag', values: ALL } : { type: 'rule', values: COLOURS },
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
    // What is right is not described: twice as fast on a long list.
    resultTypes: ['violations'],
    // Stylesheets and films read beforehand serve rules that are not asked here, or what no page of ours has.
    preload: false,
  };
  expect(await page.evaluate(runAxe, options), page.url()).toEqual([]);
}

/** Axe reads a document's frames from within them. Brought once a document: reading it takes as long as a look. */
async function bringAxe(page: Page): Promise<void> {
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
  const { violations } = await axe.run(isOpen ? dialogs : document, options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
