import { useEffect, useState } from 'react';
import { NewVersionBanner } from './NewVersionBanner.tsx';

/** Installs the service worker once the page is loaded, and offers a new version when one is waiting. */
export function NewVersion() {
  const [activate, setActivate] = useState<(() => void) | null>(null);

  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const start = () => {
      import('../../lib/offline/watch-versions.ts')
        .then(({ watchVersions }) => watchVersions((act) => setActivate(() => act)))
        // The page works without it; the next visit tries again.
        .catch(() => undefined);
    };
    if (document.readyState === 'complete') return start();
    window.addEventListener('load', start, { once: true });
    return () => window.removeEventListener('load', start);
  }, []);

  return activate === null ? null : (
    <NewVersionBanner onUpdate={activate} onLater={() => setActivate(null)} />
  );
}
