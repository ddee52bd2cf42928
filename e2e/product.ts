import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { Client } from 'pg';
import { sessionOf } from './people.ts';

export const PHONE = { width: 360, height: 740 };
export const DESK = { width: 1280, height: 800 };

export type Query = <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>;

/** What a browser keeps when it is closed. */
export type Kept = Awaited<ReturnType<BrowserContext['storageState']>>;

/**
 * A new browser, signed in where an identifier is given, or with what another one kept; what goes wrong in it fails the
 * test.
 */
export type Open = (
  viewport?: { width: number; height: number },
  who?: string | Kept,
  /** `installs`: the service worker too; elsewhere every page comes from the server. */
  how?: { installs: boolean },
) => Promise<Page>;

interface Product {
  open: Open;
  /** Rows of the product's own database. */
  query: Query;
}

/**
 * Tests drive the started product. An error on the console, an uncaught one, a report of the content security policy or
 * a request that leaves the machine fails the test that made it.
 */
export const test = base.extend<Product>({
  open: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    const faults: string[] = [];
    await use(async (viewport = PHONE, who, how) => {
      const context = await browser.newContext({
        viewport,
        // Nobody waits for what glides: a click lands where a thing stands.
        reducedMotion: 'reduce',
        serviceWorkers: how?.installs ? 'allow' : 'block',
        baseURL: process.env.AMASIN_URL ?? '',
        ...(who !== undefined && { storageState: typeof who === 'string' ? await sessionOf(who) : who }),
      });
      contexts.push(context);
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          console.error(`policy: ${violatedDirective} ${blockedURI}`),
        );
      });
      const page = await context.newPage();
      watch(page, faults);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(faults).toEqual([]);
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  query: async ({}, use) => {
    const client = new Client(JSON.parse(process.env.AMASIN_DATABASE ?? '{}'));
    await client.connect();
    await use(async (sql, values = []) => (await client.query(sql, values)).rows);
    await client.end();
  },
});

export { expect };

/** Pages whose tiles of the map are answered here, and how many were asked for. */
const tiled = new WeakMap<Page, number>();
const TILES = 'https://tile.openstreetmap.org/';
const A_TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** This page may ask for tiles of the map: nothing leaves the machine. Answers how many it has asked for. */
export async function letTiles(page: Page): Promise<() => number> {
  tiled.set(page, 0);
  await page.route(`${TILES}**`, (route) => route.fulfill({ contentType: 'image/png', body: A_TILE }));
  return () => tiled.get(page) ?? 0;
}

function watch(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // Chromium writes a line for every refused call: those are answers that the screens show.
    if (message.type() === 'error' && !/^Failed to load resource/.test(message.text())) {
      faults.push(`console: ${message.text()}`);
    }
  });
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    const asked = tiled.get(page);
    if (asked !== undefined && request.url().startsWith(TILES)) {
      tiled.set(page, asked + 1);
      return;
    }
    if (/^https?:$/.test(protocol) && hostname !== '127.0.0.1') faults.push(`outside: ${request.url()}`);
  });
}

/** A toast says this, word for word. */
export async function expectToast(page: Page, words: string): Promise<void> {
  // The same may be said twice within its two seconds.
  const said = page.locator('.mantine-Notification-root').getByText(words, { exact: true }).last();
  await expect(said).toBeVisible();
}

/** The person comes back to this screen from another one: what it shows is asked for again. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
}

/** Rules about colours: all that another scheme can change. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Fails with what axe finds on the page as it stands (WCAG 2.2 AA); what is behind an open dialog is out of reach. A page
 * already looked at in this size is asked about its colours alone.
 */
export async function expectAccessible(page: Page, rules: 'all' | 'colours' = 'all'): Promise<void> {
  const builder = new AxeBuilder({ page });
  if (await page.locator('[aria-modal=true]').last().isVisible()) builder.include('[aria-modal=true]');
  // What is right is not described: twice as fast on a long list.
  builder.setLegacyMode().options({ resultTypes: ['violations'] });
  if (rules === 'colours') builder.withRules(COLOURS);
  else builder.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
  const { violations } = await builder.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect(found, page.url()).toEqual([]);
}
