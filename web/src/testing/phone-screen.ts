import { vi } from 'vitest';

/** Every media query matches from now on in this test: the screen of a phone. */
export function phoneScreen(): void {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({ ...matchMedia(media), matches: true }));
}
