import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prefetchPages } from './page-files.ts';

const shared = '/assets/rows.js';

beforeEach(() => {
  const routes = [
    { id: 'order', path: 'order', module: '/assets/order.js', imports: [shared, '/assets/loaded.js'] },
    {
      id: 'tracking',
      path: 'tracking',
      module: '/assets/tracking.js',
      imports: [shared],
      css: ['/assets/rows.css'],
    },
  ];
  vi.stubGlobal('__reactRouterManifest', {
    routes: Object.fromEntries(routes.map((route) => [route.id, route])),
  });
  vi.stubGlobal('__reactRouterRouteModules', {});
  // jsdom notes no resources.
  vi.stubGlobal('performance', {
    getEntriesByType: () => [{ name: 'http://127.0.0.1/assets/loaded.js' }],
  });
});
afterEach(() => vi.unstubAllGlobals());

test('fetches each file of several pages once, and none that the present page has, after all others', () => {
  const fetched = vi.fn(async (..._: Parameters<typeof fetch>) => new Response(''));
  vi.stubGlobal('fetch', fetched);
  prefetchPages(['/order', '/tracking']);
  expect(fetched.mock.calls.map(([file]) => file)).toEqual([
    '/assets/order.js',
    shared,
    '/assets/tracking.js',
    '/assets/rows.css',
  ]);
  expect(new Set(fetched.mock.calls.map(([, options]) => options?.priority))).toEqual(new Set(['low']));
});
