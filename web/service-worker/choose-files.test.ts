import { expect, test } from 'vitest';
import { chooseFiles } from './choose-files.ts';

const built: Record<string, string> = {
  '/assets/root.js': 'import{a}from"./shared.js";const p=()=>import("./menu.js")',
  '/assets/shared.js': '',
  '/assets/menu.js': '',
  '/assets/dashboard.js':
    'const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/filters.js","assets/filters.css","assets/pdf.js","assets/map.js"])))=>i;',
  '/assets/dashboard.css': '',
  '/assets/filters.js': '',
  '/assets/filters.css': '',
  '/assets/map.js': 'import{a}from"./leaflet.js";import{b}from"./shared.js";import("./firebase-3f.js")',
  '/assets/leaflet.js': '',
  '/assets/pdf.js': '',
  '/assets/firebase-3f.js': '',
  '/assets/cpanel.js': '',
  '/assets/home.js': '',
};
const routes = {
  root: { path: '', module: '/assets/root.js' },
  home: { parentId: 'root', module: '/assets/home.js' },
  guard: { parentId: 'root', module: '/assets/root.js' },
  dashboard: {
    path: 'dashboard',
    parentId: 'guard',
    module: '/assets/dashboard.js',
    css: ['/assets/dashboard.css#'],
  },
  cpanel: { path: 'cpanel', parentId: 'guard', module: '/assets/cpanel.js' },
  lost: { path: '*', parentId: 'root', module: '/assets/home.js' },
};
const home =
  '<script>window.__reactRouterManifest = {"x":"/assets/cpanel.js"}</script><script src="/assets/home.js">';
const selection = chooseFiles(
  routes,
  { '/': home, '/login': '<p>', '/admin': '<p>' },
  '<script src="/assets/root.js">',
  (file) => built[file] ?? '',
);
const urls = selection.files.map(({ url }) => url);

test('precaches customers’ pages with their scripts, styles and lazy chunks; not staff pages, nor what needs a network', () => {
  expect(urls).toEqual([
    '/',
    '/login',
    '/dashboard',
    '/assets/dashboard.css',
    '/assets/dashboard.js',
    '/assets/filters.css',
    '/assets/filters.js',
    '/assets/home.js',
    '/assets/map.js',
    '/assets/menu.js',
    '/assets/root.js',
    '/assets/shared.js',
  ]);
});

test('lists the prerendered pages to precache and the pages served by the fallback, without the staff pages', () => {
  expect(selection).toMatchObject({
    prerendered: ['/', '/login'],
    shell: '/dashboard',
    pages: ['/dashboard'],
    others: ['/admin'],
  });
});

test('a changed page has another revision; a script has none, because its name contains a hash', () => {
  const changed = chooseFiles(routes, { '/': `${home} `, '/login': '<p>' }, '', (file) => built[file] ?? '');
  const revisionOf = (list: typeof selection, page: string) =>
    list.files.find(({ url }) => url === page)?.revision;
  expect(revisionOf(changed, '/')).not.toBe(revisionOf(selection, '/'));
  expect(revisionOf(changed, '/login')).toBe(revisionOf(selection, '/login'));
  expect(revisionOf(selection, '/assets/root.js')).toBeNull();
});
