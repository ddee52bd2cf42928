import { useHydrated } from '../lib/hydration/hydration.tsx';
import { useSession } from '../session/session-context.ts';

/**
 * Whether to offer signing in: to visitors, and in the written page. While a held token is being looked up nothing is
 * offered, or whoever is signed in would be asked to do it again.
 */
export function useEntrance(): boolean {
  const { status } = useSession();
  return !useHydrated() || status === 'visitor';
}
