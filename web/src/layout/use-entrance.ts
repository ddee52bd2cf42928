import { useHydrated } from '../lib/hydration.tsx';
import { useSession } from '../session/session-context.ts';

/**
 * Whether to show links to sign in: to visitors, and in the prerendered page. Not while a stored token is checked: a person
 * who is signed in would see them for a moment.
 */
export function useEntrance(): boolean {
  const { status } = useSession();
  return !useHydrated() || status === 'visitor';
}
