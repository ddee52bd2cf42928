import { test as base, expect, type Page } from '@playwright/test';
import { Client } from 'pg';
import { Browsers, type Kind } from './browsers.ts';
import { type Kept, sessionOf } from './session.ts';

export const PHONE = { width: 360, height: 740 };
export const DESK = { width: 1280, height: 800 };

export type Query = <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>;

/**
 * A browser that knows nobody, signed in where an identifier is given, or with what another one kept; what goes wrong in
 * it fails the test.
 */
export type Open = (
  viewport?: { width: number; height: number },
  who?: string | Kept,
  kind?: Kind,
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
export const test = base.extend<Product, { browsers: Browsers }>({
  browsers: [
    async ({ browser }, use) => {
      await use(new Browsers(browser));
    },
    { scope: 'worker' },
  ],

  open: async ({ browsers }, use) => {
    const opened: { page: Page; kind: Kind | undefined }[] = [];
    const faults: string[] = [];
    await use(async (viewport = PHONE, who, kind) => {
      const kept = typeof who === 'string' ? await sessionOf(who) : who;
      const page = await browsers.take(viewport, kept, kind);
      opened.push({ page, kind });
      watch(page, faults);
      return page;
    });
    await Promise.all(
      opened.map(({ page, kind }) => (kind ? page.context().close() : browsers.giveBack(page))),
    );
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
