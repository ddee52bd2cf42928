import { Workbox } from 'workbox-window';

const HOUR_MS = 3600_000;

/**
 * Installs the service worker, and tells when a new version of the product waits: `activate` starts it and reloads the
 * page. Looks for one each hour and whenever the person comes back to the screen.
 */
export function watchVersions(onWaiting: (activate: () => void) => void): void {
  const worker = new Workbox('/sw.js');
  worker.addEventListener('waiting', () => {
    onWaiting(() => {
      // Reloaded once the new version serves this page, not before.
      worker.addEventListener('controlling', () => window.location.reload());
      worker.messageSkipWaiting();
    });
  });
  // A device that refuses (private window, no space left) is served by the network as ever.
  const look = () => void worker.update().catch(() => undefined);
  worker
    .register()
    .then(() => {
      setInterval(look, HOUR_MS);
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') look();
      });
    })
    .catch(() => undefined);
}
