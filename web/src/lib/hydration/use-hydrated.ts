import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in the written page and in the first picture that must equal it, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
