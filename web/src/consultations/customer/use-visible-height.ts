import { useSyncExternalStore } from 'react';

function watch(listener: () => void): () => void {
  const { visualViewport } = window;
  visualViewport?.addEventListener('resize', listener);
  return () => visualViewport?.removeEventListener('resize', listener);
}

/** Height of the screen above the keyboard of a phone, pixels; null in a browser without `visualViewport`. */
export const useVisibleHeight = (): number | null =>
  useSyncExternalStore(
    watch,
    () => window.visualViewport?.height ?? null,
    () => null,
  );
