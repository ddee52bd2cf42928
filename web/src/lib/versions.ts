import { HOUR_MS } from '@amasin/domain/contract/time.ts';
import { Workbox } from 'workbox-window';

/**
 * Loads this page again in the newest version that the server has. Without a service worker, or without a newer version, it is only
 * loaded again.
 */
export async function activateNewestVersion(reload = () => window.location.reload()): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update().catch(() => undefined);
  const newest = registration?.waiting ?? registration?.installing;
  if (!newest) return reload();
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  const activate = () => {
    if (newest.state === 'installed') newest.postMessage({ type: 'SKIP_WAITING' });
  };
  newest.addEventListener('statechange', activate);
  activate();
}

/**
 * Installs the service worker, and calls `onWaiting` when a new version is waiting: `activate` starts it and reloads the
 * page. Checks every hour and when the tab becomes visible.
 */
export function watchVersions(onWaiting: (activate: () => void) => void): void {
  const worker = new Workbox('/sw.js');
  worker.addEventListener('waiting', () => {
    onWaiting(() => {
      // Reload only once the new version controls this page.
      worker.addEventListener('controlling', () => window.location.reload());
      worker.messageSkipWaiting();
    });
  });
  // Where registration fails (private window, no space left), everything is loaded from the network.
  const check = () => void worker.update().catch(() => undefined);
  worker
    .register()
    .then(() => {
      setInterval(check, HOUR_MS);
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') check();
      });
    })
    .catch(() => undefined);
}
