import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab, or another key, until this element has the focus. */
export async function tabTo(
  page: Page,
  target: Locator,
  key: 'Tab' | 'Shift+Tab' | 'ArrowDown' = 'Tab',
): Promise<void> {
  await expect(target).toBeVisible();
  const isFocused = () => target.evaluate((element) => element === element.ownerDocument.activeElement);
  for (let presses = 0; presses < 60 && !(await isFocused()); presses += 1) await page.keyboard.press(key);
  await expect(target).toBeFocused();
}

/** Expects a focus that a person sees: on an element in view, with an outline on it or on what it is in. */
export async function expectFocus(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(describeFocus)).toMatch(/^visible/);
}

/** Runs in the page. */
function describeFocus(): string {
  const element = document.activeElement;
  if (element === null || element === document.body) return 'lost';
  const what = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`.slice(0, 60);
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const isInView = bottom > 0 && right > 0 && top < window.innerHeight && left < window.innerWidth;
  if (!element.checkVisibility({ visibilityProperty: true }) || !isInView) return `out of view: ${what}`;
  for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) return `visible: ${what}`;
  }
  return `no outline: ${what}`;
}
