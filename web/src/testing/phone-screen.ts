import { vi } from 'vitest';

/** Makes every media query match in this test: a phone's screen. */
export function phoneScreen(): void {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({ ...matchMedia(media), matches: true }));
}
