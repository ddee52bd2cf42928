import type { Page } from '@playwright/test';
import { DESKTOP, expect, type Open, PHONE, test } from '../product.ts';

/** The page measures these from its start. */
interface Measures {
  /** Sum of the layout shifts that no input has caused. */
  shift: number;
  /** Total time beyond 50 ms of each long task since the first paint, ms. */
  blocked: number;
}

const pages = ['/', '/pharmacies', '/login', '/medicaments'];
/** The wide phone is where the count of the pharmacies takes two lines. */
const viewports = [PHONE, { width: 412, height: 823 }, { width: 768, height: 1024 }, DESKTOP];

async function openMeasured(open: Open, viewport: (typeof viewports)[number]): Promise<Page> {
  // Not a reused page: it would keep the script.
  const page = await open(viewport, undefined, { isolated: true });
  await page.addInitScript(() => {
    const measures = { shift: 0, blocked: 0 };
    Object.assign(window, { measures });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) measures.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
      for (const { startTime, duration } of list.getEntries())
        if (startTime + duration > painted) measures.blocked += Math.max(0, duration - 50);
    }).observe({ type: 'longtask', buffered: true });
  });
  return page;
}

const measuresOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { measures: Measures }).measures);

for (const path of pages) {
  test(`a visitor’s page neither moves while its data arrives nor blocks while it starts: ${path}`, async ({
    open,
  }) => {
    for (const viewport of viewports) {
      const page = await openMeasured(open, viewport);
      const { promise: loaded, resolve: answer } = Promise.withResolvers<void>();
      await page.route('**/api/**', async (route) => {
        await loaded;
        await route.continue();
      });
      await page.goto(path);
      const loading = page.getByRole('status', { name: 'Chargement…' });
      if (path === '/pharmacies') await expect(loading).toBeVisible();
      answer();
      if (path === '/pharmacies') await expect(page.getByRole('list', { name: 'Pharmacies' })).toBeVisible();
      await page.waitForLoadState('networkidle');
      const { shift } = await measuresOf(page);
      expect(shift, `${viewport.width} px`).toBeLessThan(0.05);
    }
    // Other tests share the processors: one free moment out of five is enough.
    let least = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < 5 && least >= 100; attempt += 1) {
      const page = await openMeasured(open, PHONE);
      await page.goto(path, { waitUntil: 'networkidle' });
      least = Math.min(least, (await measuresOf(page)).blocked);
    }
    expect(least).toBeLessThan(100);
  });
}
