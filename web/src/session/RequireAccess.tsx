import { Outlet, useLocation } from 'react-router';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { FullPageSpinner } from '../ui/feedback/FullPageSpinner.tsx';
import { GoTo } from '../ui/feedback/GoTo.tsx';
import { DisabledAccount } from './DisabledAccount.tsx';
import { entranceOf, mayOpen } from './page-access.ts';
import { useSession } from './session-context.ts';

/** The layout of every protected route (SPEC 6). */
export default function RequireAccess() {
  const { status, user, problem, ended, retry } = useSession();
  const location = useLocation();
  if (status === 'loading') return <FullPageSpinner />;
  if (problem !== null)
    return <ErrorState page message={problem} reassurance="Vous restez connecté." onRetry={retry} />;
  if (user === null && status === 'leaving') return <GoTo to="/" />;
  if (user === null) return <GoTo {...entranceOf(location, ended)} />;
  if (!user.active) return <DisabledAccount />;
  if (!mayOpen(user, location.pathname)) return <GoTo to="/" />;
  // Remounts for another person: no state of one is shown to the next.
  return <Outlet key={user._id} />;
}
