import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Updates the canonical link on navigation: browsers share it, and the HTML names the first page only. */
export function useCanonical(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
    if (link !== null) link.href = new URL(pathname, link.href).href;
  }, [pathname]);
}
