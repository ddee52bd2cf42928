import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react';

const HydrationContext = createContext(true);

/**
 * Provides whether the page is hydrated. It is updated in a transition, so that React renders the changes in small pieces:
 * an external store whose value differs from the prerendered page would be rendered at once and block input.
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
