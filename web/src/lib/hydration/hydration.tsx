import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react';

const HydrationContext = createContext(true);

/**
 * Tells the components below when the page is hydrated. In a transition, so that React renders what changes then in small
 * pieces: an external store that differs from the prerendered page would be rendered at once and block input.
 */
export function HydrationProvider({ children }: { children: ReactNode }) {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return <HydrationContext value={hydrated}>{children}</HydrationContext>;
}

/** False while prerendering and in the first render, which must equal it; true without a `HydrationProvider`. */
export function useHydrated(): boolean {
  return useContext(HydrationContext);
}
