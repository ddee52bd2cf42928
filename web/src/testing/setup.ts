import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// How long a thing may take to appear: a busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 10_000 });

// jsdom lays nothing out and knows no media queries; Mantine asks for both.
class NoResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
// Not by vi.stubGlobal: whoever takes a stub of their own away would take this one too.
window.ResizeObserver = NoResizeObserver;
Object.defineProperty(window, 'matchMedia', {
  configurable: true,
  writable: true,
  value: (media: string) => ({
    media,
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }),
});

beforeEach(() => {
  window.localStorage.clear();
  vi.spyOn(console, 'error');
});

// React says through console.error what is wrong with a component: that is a failure.
afterEach(() => {
  cleanup();
  expect(console.error).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
