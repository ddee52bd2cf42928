import { Link, useLocation } from 'react-router';
import { useHydrated } from '../../lib/hydration.tsx';

type Props = { to: string; className: string | undefined; children: string };

/**
 * A link with `aria-current` on its own page. Only after hydration: the fallback page is prerendered for no page in
 * particular, and hydration does not correct attributes.
 */
export function CurrentPageLink({ to, className, children }: Props) {
  const { pathname } = useLocation();
  const isCurrent = useHydrated() && pathname === to;
  return (
    <Link to={to} className={className} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </Link>
  );
}
