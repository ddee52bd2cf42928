import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { Client } from 'pg';

export const PHONE = { width: 360, height: 740 };
export const DESK = { width: 1280, height: 800 };
export const PASSWORD = 'demo-amasin';

interface Product {
  /** A new browser of somebody, at this size; what goes wrong in it fails the test. */
  open: (viewport?: { width: number; height: number }) => Promise<Page>;
  /** Rows of the product's own database. */
  query: <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>;
}

/**
 * Tests drive the started product. An error on the console, an uncaught one, a report of the content security policy or
 * a request that leaves the machine fails the test that made it.
 */
export const test = base.extend<Product>({
  open: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    const faults: string[] = [];
    await use(async (viewport = PHONE) => {
      const context = await browser.newContext({ viewport, baseURL: process.env.AMASIN_URL ?? '' });
      contexts.push(context);
      const page = await context.newPage();
      page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
      page.on('console', (message) => {
        // Chromium writes a line for every refused call: those are answers that the screens show.
        if (message.type() === 'error' && !/^Failed to load resource/.test(message.text())) {
          faults.push(`console: ${message.text()}`);
        }
      });
      page.on('request', (request) => {
        const { hostname, protocol } = new URL(request.url());
        if (/^https?:$/.test(protocol) && hostname !== '127.0.0.1') faults.push(`outside: ${request.url()}`);
      });
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

/** Signs in by the door of this identifier: customers by telephone, all others by e-mail. */
export async function signIn(page: Page, identifier: string): Promise<void> {
  const isCustomer = !identifier.includes('@');
  await page.goto(isCustomer ? '/login' : '/admin');
  await page.getByLabel(isCustomer ? 'Téléphone' : 'E-mail', { exact: false }).fill(identifier);
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.waitForURL((url) => !/\/(login|admin)$/.test(url.pathname));
}

/** Fails with what axe finds on the page as it stands (WCAG 2.2 AA). */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect(found, page.url()).toEqual([]);
}
