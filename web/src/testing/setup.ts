import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';

// Long enough for a busy machine.
configure({ asyncUtilTimeout: 30_000 });

// Every test has the same day and hour (`fakeTimers.now` in vitest.config.ts); test files read it while they load, too.
const fixClock = () => vi.useFakeTimers({ toFake: ['Date'] });
fixClock();

// jsdom has neither layout nor media queries; Mantine needs both.
class NoResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
// Not by vi.stubGlobal: a test that removes its own stubs would remove this one too.
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

// Without layout, only `hidden` hides.
Element.prototype.getClientRects = function getClientRects() {
  return { length: this.isConnected && this.closest('[hidden]') === null ? 1 : 0 } as DOMRectList;
};

// Current browsers answer with a promise, which TypeScript's library does not say: an effect must not return it.
Element.prototype.scrollIntoView = async () => {};

beforeEach(() => {
  fixClock();
  window.localStorage.clear();
  vi.spyOn(console, 'error');
});

// React reports errors of components through console.error.
afterEach(() => {
  cleanup();
  expect(console.error).not.toHaveBeenCalled();
  vi.restoreAllMocks();
  // A test that went offline would leave the requests of the next file waiting.
  onlineManager.setOnline(true);
});

// The next file would see the state that our modules keep; libraries are loaded once (`isolate: false`).
afterAll(() => vi.resetModules());
