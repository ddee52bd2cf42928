import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** A browser shares the canonical address of the page on which it stands, not of the one through which it came in. */
export function useCanonical(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
    if (link !== null) link.href = new URL(pathname, link.href).href;
  }, [pathname]);
}
