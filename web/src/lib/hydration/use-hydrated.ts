import { useContext } from 'react';
import { HydrationContext } from './hydration-context.ts';

/** False in the written page and in the first picture that must equal it, true soon after. */
export function useHydrated(): boolean {
  return useContext(HydrationContext);
}
