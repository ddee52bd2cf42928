import { useEffect, useState } from 'react';
import { useLazy } from '../loading/use-lazy.ts';

const loadBanner = () => import('./NewVersionBanner.tsx').then((module) => module.default);

/** Installs the service worker once the page stands, and offers the new version when there is one. */
export function NewVersion() {
  const [activate, setActivate] = useState<(() => void) | null>(null);

  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const start = () => {
      import('../../lib/offline/watch-versions.ts')
        .then(({ watchVersions }) => watchVersions((act) => setActivate(() => act)))
        // Without its code the page lives on; the next visit tries again.
        .catch(() => undefined);
    };
    if (document.readyState === 'complete') return start();
    window.addEventListener('load', start, { once: true });
    return () => window.removeEventListener('load', start);
  }, []);

  return activate === null ? null : <Offer onUpdate={activate} onLater={() => setActivate(null)} />;
}

function Offer(offer: { onUpdate: () => void; onLater: () => void }) {
  const Banner = useLazy(loadBanner);
  return Banner === null ? null : <Banner {...offer} />;
}
