import { clientsClaim } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';

declare const self: ServiceWorkerGlobalScope;
/** Filled in at build: what is there without a network, and the application's own addresses. */
declare const FILES: { url: string; revision: string | null }[];
declare const WRITTEN: string[];
declare const SHELL: string;
declare const PAGES: string[];

/**
 * Pages and their scripts, kept on the device: the second visit starts from there, and so does one without a network. What
 * the server says of a person (/api) never passes through here.
 */
precacheAndRoute(FILES, { cleanURLs: false });
cleanupOutdatedCaches();

// A page written at build time answers as itself; the other pages of customers start from the shell; the rest is the server's.
for (const page of WRITTEN) {
  registerRoute(new NavigationRoute(createHandlerBoundToURL(page), { allowlist: [exactly(page)] }));
}
registerRoute(new NavigationRoute(createHandlerBoundToURL(SHELL), { allowlist: PAGES.map(exactly) }));

// The content's digest is in the name: what was read once never changes.
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

// The first visit is served too; a new version waits until the person agrees.
clientsClaim();
self.addEventListener('message', (event) => {
  if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

/** A script that is gone belongs to a version that is gone: the one that waits takes over, and a reload finds it whole. */
async function giveWay({ response }: { response: Response }): Promise<Response> {
  if (response.status === 404) self.registration.waiting?.postMessage({ type: 'SKIP_WAITING' });
  return response;
}

function exactly(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/?(\\?.*)?$`);
}
