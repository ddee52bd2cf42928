import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useQuiet } from '../loading/use-quiet.ts';
import { NewVersionBanner } from './NewVersionBanner.tsx';

/** While someone signs in, the files of the next page come first. */
const ENTRANCES = ['/login', '/register', '/admin'];

/** Installs the service worker once the page and its data are loaded, and offers a new version when one is waiting. */
export function NewVersion() {
  const [activate, setActivate] = useState<(() => void) | null>(null);
  const { pathname } = useLocation();
  const isQuiet = useQuiet(!ENTRANCES.includes(pathname));

  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator) || !isQuiet) return;
    const start = () => {
      import('../../lib/offline/watch-versions.ts')
        .then(({ watchVersions }) => watchVersions((act) => setActivate(() => act)))
        // The page works without it; the next visit tries again.
        .catch(() => undefined);
    };
    if (document.readyState === 'complete') return start();
    window.addEventListener('load', start, { once: true });
    return () => window.removeEventListener('load', start);
  }, [isQuiet]);

  return activate === null ? null : (
    <NewVersionBanner onUpdate={activate} onLater={() => setActivate(null)} />
  );
}
