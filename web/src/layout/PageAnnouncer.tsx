import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** Reads the new page's title to those who do not see it change. */
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
