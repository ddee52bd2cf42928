import type { Browser, Page } from '@playwright/test';
import type { Kept } from './session.ts';

/** What a test asks of a browser of its own kind; such a one is closed with the test. */
export interface Kind {
  /** The service worker too; elsewhere every page comes from the server. */
  readonly installs?: boolean;
  /** Its line or its addresses are changed in ways that do not end with the test. */
  readonly own?: boolean;
}

/** Of the product, so that its process goes on, without code that would write what has just been emptied. */
export const AN_EMPTY_PAGE = '/robots.txt';
const nobody: Kept = { cookies: [], origins: [] };

/**
 * The browsers of one worker. One that a test has done with is emptied and taken again: its process already runs, which
 * is half of what opening a page costs.
 */
export class Browsers {
  private readonly free: Page[] = [];
  private readonly browser: Browser;
  constructor(browser: Browser) {
    this.browser = browser;
  }

  /** A page of a browser that keeps what is given, and nothing else. */
  async take(viewport: { width: number; height: number }, kept: Kept = nobody, kind?: Kind): Promise<Page> {
    if (kind === undefined) {
      const page = this.free.pop() ?? (await this.openEmpty(viewport));
      await page.setViewportSize(viewport);
      await fill(page, kept);
      return page;
    }
    return this.open(viewport, kept, kind);
  }

  /** Empties a browser for the next test, unless the test has closed it. */
  async giveBack(page: Page): Promise<void> {
    if (page.isClosed()) return;
    await empty(page);
    this.free.push(page);
  }

  private async openEmpty(viewport: { width: number; height: number }): Promise<Page> {
    const page = await this.open(viewport);
    await page.goto(AN_EMPTY_PAGE);
    return page;
  }

  private async open(viewport: { width: number; height: number }, kept = nobody, kind: Kind = {}) {
    const context = await this.browser.newContext({
      viewport,
      // Nobody waits for what glides: a click lands where a thing stands.
      reducedMotion: 'reduce',
      serviceWorkers: kind.installs ? 'allow' : 'block',
      baseURL: process.env.AMASIN_URL ?? '',
      storageState: kept,
    });
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`policy: ${violatedDirective} ${blockedURI}`),
      );
    });
    return context.newPage();
  }
}

/** Puts onto an empty browser what somebody's browser kept. */
async function fill(page: Page, { origins }: Kept): Promise<void> {
  const items = origins.flatMap(({ localStorage }) => localStorage);
  await page.evaluate((all) => {
    for (const { name, value } of all) localStorage.setItem(name, value);
  }, items);
}

/** Leaves nothing of a test behind: what it listened to and changed, what its pages kept, where it has been. */
async function empty(page: Page): Promise<void> {
  const context = page.context();
  for (const event of ['request', 'console', 'pageerror'] as const) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await Promise.all(
    context.pages().map((other) => (other === page ? null : other.close({ runBeforeUnload: false }))),
  );
  await context.setOffline(false);
  await context.clearCookies();
  await context.clearPermissions();
  await context.setGeolocation(null);
  await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'reduce' });
  await page.mouse.move(0, 0);
  await page.goto(AN_EMPTY_PAGE);
  await page.evaluate(forget);
  const tools = await context.newCDPSession(page);
  await tools.send('Page.resetNavigationHistory');
  await tools.detach();
}

/** Runs in the page. */
async function forget(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
  for (const name of await caches.keys()) await caches.delete(name);
}
