import { useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { ErrorState, FullPageSpinner, GoTo } from '../ui/feedback.tsx';
import { lazyWithRetry } from '../ui/lazy.tsx';
import { DisabledAccount } from './DisabledAccount.tsx';
import { entranceOf, mayOpen } from './page-access.ts';
import { useSession } from './session-context.ts';

const EnrolFirst = lazyWithRetry(() => import('./SecondFactor.tsx').then((module) => module.EnrolFirst), {
  height: 320,
});

/** The layout of every protected route. */
export default function RequireAccess() {
  const { status, leavingTo, user, problem, ended, retry } = useSession();
  const location = useLocation();
  const [enrolling, setEnrolling] = useState(false);
  if (status === 'loading') return <FullPageSpinner />;
  if (problem !== null)
    return <ErrorState page message={problem} reassurance="Vous restez connecté." onRetry={retry} />;
  if (user === null && leavingTo !== null) return <GoTo to={leavingTo} />;
  if (user === null) return <GoTo {...entranceOf(location, ended)} />;
  if (!user.active) return <DisabledAccount />;
  // Until its codes have been kept: the session is read again as soon as it is activated.
  if (user.mustEnrol && !enrolling) setEnrolling(true);
  if (user.mustEnrol || enrolling) return <EnrolFirst user={user} onDone={() => setEnrolling(false)} />;
  if (!mayOpen(user, location.pathname)) return <GoTo to="/" />;
  // Remounts for another person: no state of one is shown to the next.
  return <Outlet key={user._id} />;
}
