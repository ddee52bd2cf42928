import { Toasts } from '../lib/Toasts.tsx';
import { useSession } from '../session/session-context.ts';
import { lazyWithRetry } from '../ui/lazy.tsx';
import { NewVersion } from '../ui/NewVersion.tsx';
import { PageTransition } from './PageTransition.tsx';

// Visitors do not load what sends orders, keeps data and receives news.
const SignedIn = lazyWithRetry(() => import('./SignedIn.tsx').then((module) => module.SignedIn));

/** The parts that every page has after hydration, in one lazy component. */
export function Hydrated() {
  const { user } = useSession();
  return (
    <>
      <PageTransition />
      <NewVersion />
      <Toasts />
      {user === null ? null : <SignedIn />}
    </>
  );
}
