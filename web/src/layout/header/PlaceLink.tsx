import { Link, useLocation } from 'react-router';
import { useHydrated } from '../../lib/hydration/hydration.tsx';

type Props = { to: string; className: string | undefined; children: string };

/**
 * A link that knows when one stands on its page. Not before the page is alive: what starts the protected pages and the
 * wrong addresses was written for none of them, and hydration leaves the attributes of the written page as they are.
 */
export function PlaceLink({ to, className, children }: Props) {
  const { pathname } = useLocation();
  const isHere = useHydrated() && pathname === to;
  return (
    <Link to={to} className={className} aria-current={isHere ? 'page' : undefined}>
      {children}
    </Link>
  );
}
