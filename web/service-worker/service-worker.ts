import { clientsClaim, type RouteHandlerCallback } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, NetworkOnly, type Strategy } from 'workbox-strategies';
import { announcementOf, openIn, readPush } from './push.ts';

declare const self: ServiceWorkerGlobalScope;
/** Defined by the build (choose-files.ts). */
declare const FILES: { url: string; revision: string | null }[];
declare const PRERENDERED: string[];
declare const SHELL: string;
declare const PAGES: string[];
declare const OTHERS: string[];
declare const OFFLINE_PAGE: string;
/** Replaced by the server when it starts: the settings change what it adds to pages, and their policy. */
declare const SERVED: string;

/** As in server/src/http/maintenance.ts. */
const NOT_PAGES = /^\/(api|assets|health|metrics|sandbox-pay|socket\.io)(\/|$)/i;

/**
 * Pages and their scripts are cached on the device, for offline use and a fast second visit. Responses of the API are never
 * cached here.
 */
precacheAndRoute(
  FILES.map(({ url, revision }) => ({ url, revision: revision && revision + SERVED })),
  { cleanURLs: false },
);
cleanupOutdatedCaches();

// Prerendered pages are served from the cache, other pages of customers get the fallback page.
for (const page of PRERENDERED) {
  registerRoute(new NavigationRoute(createHandlerBoundToURL(page), { allowlist: [exactly(page)] }));
}
registerRoute(new NavigationRoute(createHandlerBoundToURL(SHELL), { allowlist: PAGES.map(exactly) }));

// All others use the network; offline, a public page that was opened before is served as it was, for any other one a page says
// that it needs the network.
const opened = new NetworkFirst({
  cacheName: 'amasin-pages',
  matchOptions: { ignoreSearch: true },
  plugins: [new ExpirationPlugin({ maxEntries: 20, purgeOnQuotaError: true })],
});
registerRoute(new NavigationRoute(orOffline(opened), { allowlist: OTHERS.map(exactly) }));
registerRoute(new NavigationRoute(orOffline(new NetworkOnly()), { denylist: [NOT_PAGES] }));

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

self.addEventListener('push', (event) => event.waitUntil(announce(event.data?.text())));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { link } = event.notification.data as { link: string };
  event.waitUntil(openLink(link));
});

async function announce(text: string | undefined): Promise<void> {
  const pushed = readPush(text);
  if (pushed === null) return;
  const shown = await self.registration.getNotifications({ tag: pushed.id });
  const { title, options } = announcementOf(pushed, await findWindows(), shown);
  await self.registration.showNotification(title, options);
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

function orOffline(strategy: Strategy): RouteHandlerCallback {
  return (options) => strategy.handle(options).catch(sayOffline);
}

function sayOffline(): Response {
  return new Response(OFFLINE_PAGE, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
    },
  });
}

function exactly(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/?(\\?.*)?$`);
}
