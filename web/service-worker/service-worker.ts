import { clientsClaim } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { hasFocus, openIn, readPush } from './push.ts';

declare const self: ServiceWorkerGlobalScope;
/** Defined by the build (choose-files.ts). */
declare const FILES: { url: string; revision: string | null }[];
declare const PRERENDERED: string[];
declare const SHELL: string;
declare const PAGES: string[];

/**
 * Pages and their scripts are cached on the device, for offline use and a fast second visit. Responses of the API are never
 * cached here.
 */
precacheAndRoute(FILES, { cleanURLs: false });
cleanupOutdatedCaches();

// Prerendered pages are served from the cache, other pages of customers get the fallback page, all others use the network.
for (const page of PRERENDERED) {
  registerRoute(new NavigationRoute(createHandlerBoundToURL(page), { allowlist: [exactly(page)] }));
}
registerRoute(new NavigationRoute(createHandlerBoundToURL(SHELL), { allowlist: PAGES.map(exactly) }));

// The file name contains a hash of the content, so a cached file never changes.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: 'amasin-assets',
    plugins: [
      new ExpirationPlugin({ maxEntries: 200, purgeOnQuotaError: true }),
      { fetchDidSucceed: giveWay },
    ],
  }),
);

// Controls the page from the first visit; a new version waits until the user confirms.
clientsClaim();
self.addEventListener('message', (event) => {
  if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

// Announces notifications while no page of ours has the focus, with their title only: others may see the screen.
self.addEventListener('push', (event) => event.waitUntil(announce(event.data?.text())));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { link } = event.notification.data as { link: string };
  event.waitUntil(openLink(link));
});

async function announce(text: string | undefined): Promise<void> {
  const pushed = readPush(text);
  if (pushed === null || hasFocus(await findWindows())) return;
  const { id, title, link } = pushed;
  await self.registration.showNotification(title, {
    body: 'Ouvrez Amasin pour en savoir plus.',
    // Replaces the one that an open page in the background has shown.
    tag: id,
    icon: '/favicon.svg',
    lang: 'fr',
    data: { link },
  });
}

/** Opens the link in the most recently focused window, which `matchAll` returns first, or in a new one. */
async function openLink(link: string): Promise<void> {
  const [last] = await findWindows();
  await (last === undefined ? self.clients.openWindow(link) : openIn(last, link));
}

function findWindows(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: 'window' });
}

/** After a deployment the files of the old version return 404: activates the waiting version, so that a reload works. */
async function giveWay({ response }: { response: Response }): Promise<Response> {
  if (response.status === 404) self.registration.waiting?.postMessage({ type: 'SKIP_WAITING' });
  return response;
}

function exactly(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/?(\\?.*)?$`);
}
