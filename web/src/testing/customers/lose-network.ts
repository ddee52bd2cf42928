import { onlineManager } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

/** The browser reports no network, until it is restored or the test ends. */
export function loseNetwork() {
  const onLine = vi.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  const restore = () => {
    onLine.mockReturnValue(true);
    // It hears no event while no page is mounted.
    onlineManager.setOnline(true);
    act(() => void window.dispatchEvent(new Event('online')));
  };
  onTestFinished(restore);
  return { restore };
}
