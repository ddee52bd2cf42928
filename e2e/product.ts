import { test as base, expect, type Page } from '@playwright/test';
import { Client } from 'pg';
import { Browsers, type ContextOptions } from './browsers.ts';
import { type StorageState, signInByApi } from './session.ts';

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1280, height: 800 };

export type Query = <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>;

/**
 * Opens a page: signed out, signed in when an identifier is given, or with the storage of an earlier page. An error in it
 * fails the test.
 */
export type Open = (
  viewport?: { width: number; height: number },
  session?: string | StorageState,
  options?: ContextOptions,
) => Promise<Page>;

interface Product {
  open: Open;
  /** Runs SQL on the database of the product. */
  query: Query;
}

/**
 * Tests run against the started product. A console error, an uncaught exception, a violation of the content security
 * policy or a request to another host fails the test.
 */
export const test = base.extend<Product, { pages: Browsers }>({
  pages: [
    async ({ browser }, use) => {
      await use(new Browsers(browser));
    },
    { scope: 'worker' },
  ],

  open: async ({ pages }, use) => {
    const opened: { page: Page; options: ContextOptions | undefined }[] = [];
    const errors: string[] = [];
    await use(async (viewport = PHONE, session, options) => {
      const storage = typeof session === 'string' ? await signInByApi(session) : session;
      const page = await pages.acquire(viewport, storage, options);
      opened.push({ page, options });
      collectErrors(page, errors);
      return page;
    });
    await Promise.all(opened.map(({ page, options }) => (options ? pages.close(page) : pages.release(page))));
    expect(errors).toEqual([]);
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

/** Pages whose requests for map tiles are fulfilled here, with the number of these requests. */
const tileRequests = new WeakMap<Page, number>();
const TILES_URL = 'https://tile.openstreetmap.org/';
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Beginnings of the outside URLs that a page may request, because the test answers them. */
const outside = new WeakMap<Page, readonly string[]>();

/** Lets this page request URLs that begin like this; the test answers them. */
export function allowOutside(page: Page, beginnings: readonly string[]): void {
  outside.set(page, beginnings);
}

/** Fulfils this page’s requests for map tiles locally. Returns a function that counts them. */
export async function allowTiles(page: Page): Promise<() => number> {
  tileRequests.set(page, 0);
  await page.route(`${TILES_URL}**`, (route) => route.fulfill({ contentType: 'image/png', body: TILE }));
  return () => tileRequests.get(page) ?? 0;
}

function collectErrors(page: Page, errors: string[]): void {
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // Chromium logs every response with an error status and every failed connection; the pages show those themselves.
    const isFailedRequest = /^(Failed to load resource|WebSocket connection to \S+ failed)/.test(
      message.text(),
    );
    if (message.type() === 'error' && !isFailedRequest) {
      errors.push(`console: ${message.text()}`);
    }
  });
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    const count = tileRequests.get(page);
    if (count !== undefined && request.url().startsWith(TILES_URL)) {
      tileRequests.set(page, count + 1);
      return;
    }
    if (outside.get(page)?.some((beginning) => request.url().startsWith(beginning))) return;
    if (/^https?:$/.test(protocol) && hostname !== '127.0.0.1') errors.push(`outside: ${request.url()}`);
  });
}

/** Simulates a return to this tab, on which its queries are refetched. */
export async function refocus(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
}
