import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** Announces the title of a new page to screen readers. */
export function PageAnnouncer() {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  const [title, setTitle] = useState('');

  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    setTitle(document.title);
  }, [pathname]);

  return <div aria-live="polite">{title}</div>;
}
