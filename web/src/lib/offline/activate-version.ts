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
