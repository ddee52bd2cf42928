import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { HydrationContext } from './hydration-context.ts';

/**
 * Tells everything below when the page has come alive. In a transition: what changes then is drawn in small pieces, while
 * an external store that differs from the written page would have React draw it all at one go, unanswering.
 */
export function HydrationProvider({ children }: { children: ReactNode }) {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return <HydrationContext value={hydrated}>{children}</HydrationContext>;
}
