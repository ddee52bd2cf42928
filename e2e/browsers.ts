import type { Browser, Page } from '@playwright/test';
import type { StorageState } from './session.ts';
import { noteToasts } from './toasts.ts';

/** Options that need a new browser context, which is closed after the test instead of reused. */
export interface ContextOptions {
  /** Allows the service worker, which is blocked otherwise. */
  readonly serviceWorker?: boolean;
  /** The test changes the network or the origin in a way that a reset does not undo. */
  readonly isolated?: boolean;
  /** A touch screen: the media features of a finger, and touch events. */
  readonly touch?: boolean;
}

/** A file of the same origin without scripts: the renderer process stays, and nothing writes to the cleared storage. */
export const EMPTY_PAGE = '/robots.txt';
const signedOut: StorageState = { cookies: [], origins: [] };

/**
 * The browser contexts of one worker. A released one is reset and reused: its process already runs, which saves half of
 * the time to open a page.
 */
export class Browsers {
  private readonly idle: Page[] = [];
  private readonly browser: Browser;
  constructor(browser: Browser) {
    this.browser = browser;
  }

  /** Returns a page of a context with this storage and nothing else. */
  async acquire(
    viewport: { width: number; height: number },
    storage: StorageState = signedOut,
    options?: ContextOptions,
  ): Promise<Page> {
    if (options === undefined) {
      const page = this.idle.pop() ?? (await this.openEmpty(viewport));
      await page.setViewportSize(viewport);
      await restore(page, storage);
      return page;
    }
    return this.open(viewport, storage, options);
  }

  /** Resets the context for the next test, unless the test has closed it. */
  async release(page: Page): Promise<void> {
    if (page.isClosed()) return;
    await reset(page);
    this.idle.push(page);
  }

  /** Closes a context that is not reused. The test may have closed its page. */
  async close(page: Page): Promise<void> {
    if (!page.isClosed()) await removeRoutes(page);
    await page.context().close();
  }

  private async openEmpty(viewport: { width: number; height: number }): Promise<Page> {
    const page = await this.open(viewport);
    await page.goto(EMPTY_PAGE);
    return page;
  }

  private async open(
    viewport: { width: number; height: number },
    storage = signedOut,
    options: ContextOptions = {},
  ) {
    const context = await this.browser.newContext({
      viewport,
      // Without animations, a click never misses a moving target.
      reducedMotion: 'reduce',
      serviceWorkers: options.serviceWorker ? 'allow' : 'block',
      ...(options.touch && { hasTouch: true, isMobile: true }),
      baseURL: process.env.AMASIN_URL ?? '',
      storageState: storage,
    });
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`policy: ${violatedDirective} ${blockedURI}`),
      );
    });
    await noteToasts(context);
    return context.newPage();
  }
}

async function restore(page: Page, { origins }: StorageState): Promise<void> {
  const items = origins.flatMap(({ localStorage }) => localStorage);
  await page.evaluate((all) => {
    for (const { name, value } of all) localStorage.setItem(name, value);
  }, items);
}

/** Removes everything a test leaves behind: listeners, routes, emulation, storage and history. */
async function reset(page: Page): Promise<void> {
  const context = page.context();
  for (const event of ['request', 'console', 'pageerror'] as const) page.removeAllListeners(event);
  await removeRoutes(page);
  await Promise.all(
    context.pages().map((other) => (other === page ? null : other.close({ runBeforeUnload: false }))),
  );
  await context.setOffline(false);
  await context.clearCookies();
  await context.clearPermissions();
  await context.setGeolocation(null);
  await page.emulateMedia({
    media: null,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    forcedColors: 'none',
  });
  await page.mouse.move(0, 0);
  await page.goto(EMPTY_PAGE);
  await page.evaluate(clearStorage);
  const tools = await context.newCDPSession(page);
  await tools.send('Page.resetNavigationHistory');
  await tools.detach();
}

/** Handlers that still run may fail once the page is reset or closed. */
async function removeRoutes(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().unrouteAll({ behavior: 'ignoreErrors' });
}

/** Runs in the page. */
async function clearStorage(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
  for (const name of await caches.keys()) await caches.delete(name);
}
