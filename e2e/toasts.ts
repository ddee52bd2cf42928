import { type BrowserContext, expect, type Page } from '@playwright/test';

const TOAST = '.mantine-Notification-root';

interface Shown {
  readonly text: string;
  readonly at: number;
}

/** Records the text and time of each toast: a two-second one may appear and disappear between two polls of a busy page. */
export async function noteToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript((selector) => {
    const shown: Shown[] = [];
    Object.assign(window, { shownToasts: shown });
    const note = (toast: Element) => {
      for (const part of toast.querySelectorAll('*'))
        shown.push({ text: (part.textContent ?? '').replace(/\s+/g, ' ').trim(), at: Date.now() });
    };
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ target, addedNodes }) => [target, ...addedNodes])) {
        const element = node instanceof Element ? node : node.parentElement;
        const around = element?.closest(selector);
        if (around) note(around);
        else if (node !== document.body) element?.querySelectorAll(selector).forEach(note);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  }, TOAST);
}

/** Expects a toast with exactly this text, now or from now on. */
export async function expectToast(
  page: Page,
  text: string,
  options: { timeout?: number } = {},
): Promise<void> {
  const since = Date.now();
  // A second toast with the same text may appear while the first is still visible.
  const toast = page.locator(TOAST).getByText(text, { exact: true }).last();
  const wasShown = () =>
    page.evaluate(
      (wanted) =>
        (window as unknown as { shownToasts: Shown[] }).shownToasts.some(
          ({ text, at }) => text === wanted.text && at > wanted.since,
        ),
      { text: text.replace(/\s+/g, ' ').trim(), since },
    );
  // A page that is being left answers nothing.
  await expect
    .poll(async () => (await toast.isVisible()) || (await wasShown().catch(() => false)), {
      message: text,
      ...options,
    })
    .toBe(true);
}
