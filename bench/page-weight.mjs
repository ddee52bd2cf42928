// The first load of every page, in brotli, with an empty cache: 170 kB for visitors on a slow line, more for those who come back and
// have most of it already (decision 57). Reads web/build/client, which `npm run bench` and `npm test` build.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync, constants } from 'node:zlib';

const LIMITS = { visitors: 170_000, customers: 210_000, professionals: 260_000 };
const customers = new Set(['/dashboard', '/order', '/tracking', '/profile']);
const professionals = /^\/(?:\w+-dashboard|cpanel|register-partner|register-pharmacy)/;
const limitOf = (page) => {
  if (professionals.test(page)) return LIMITS.professionals;
  return customers.has(page) ? LIMITS.customers : LIMITS.visitors;
};
const FALLBACK = '__spa-fallback.html';
const root = join(dirname(fileURLToPath(import.meta.url)), '..', 'web', 'build', 'client');

const sizes = new Map();

/** Size in bytes of a built file (`/assets/x.js`) in brotli at the highest level, as the build compresses it. */
function brotliSize(url) {
  const cached = sizes.get(url);
  if (cached !== undefined) return cached;
  const content = readFileSync(join(root, url));
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  const size = brotliCompressSync(content, options).length;
  sizes.set(url, size);
  return size;
}

/** The scripts and stylesheets in a page's HTML: preloads, stylesheets, entry and route modules. */
function namedIn(html) {
  return new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? []);
}

/** Adds all static imports, recursively: the browser needs them before the page is hydrated. */
function withImports(urls) {
  const all = new Set();
  const queue = [...urls];
  while (queue.length > 0) {
    const url = queue.pop();
    if (all.has(url)) continue;
    all.add(url);
    if (!url.endsWith('.js')) continue;
    const source = readFileSync(join(root, url), 'utf8');
    for (const [, file] of source.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) {
      queue.push(`/assets/${file}`);
    }
  }
  return all;
}

function htmlFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return htmlFiles(path);
    return entry.name.endsWith('.html') && entry.name !== FALLBACK ? [path] : [];
  });
}

/** The manifest of React Router's client, which lists the files of each route. */
function readManifest() {
  const file = readdirSync(join(root, 'assets')).find((name) => /^manifest-.*\.js$/.test(name));
  const source = readFileSync(join(root, 'assets', file), 'utf8');
  const context = { window: {} };
  runInNewContext(source, context);
  return context.window.__reactRouterManifest;
}

function prerenderedPages() {
  return htmlFiles(root).map((file) => {
    const folder = relative(root, dirname(file));
    // The manifest lists the files of all routes; only linked and imported files count.
    const html = readFileSync(file, 'utf8').replace(/window\.__reactRouterManifest\s*=.*?<\/script>/gs, '');
    return { page: `/${folder}`, kind: 'static', files: withoutManifest(namedIn(html)) };
  });
}

function withoutManifest(urls) {
  return new Set([...urls].filter((url) => !/\/manifest-[\w-]+\.js$/.test(url)));
}

function fallbackPages(prerendered) {
  const { routes } = readManifest();
  const shell = withoutManifest(namedIn(readFileSync(join(root, FALLBACK), 'utf8')));
  const pages = [];
  for (const route of Object.values(routes)) {
    if (route.path === undefined || route.path === '*' || route.path === '') continue;
    const page = `/${route.path}`;
    if (prerendered.some((other) => other.page === page)) continue;
    const files = new Set(shell);
    for (let at = route; at !== undefined; at = routes[at.parentId]) {
      for (const url of [at.module, ...(at.imports ?? []), ...(at.css ?? [])]) {
        // Some stylesheets end with `#` in the manifest.
        files.add(url.replace(/#$/, ''));
      }
    }
    pages.push({ page, kind: 'fallback', files });
  }
  return pages;
}

const prerendered = prerenderedPages();
const pages = [...prerendered, ...fallbackPages(prerendered)].map(({ page, kind, files }) => {
  const all = [...withImports(files)];
  const sum = (extension) =>
    all.filter((url) => url.endsWith(extension)).reduce((total, url) => total + brotliSize(url), 0);
  return { page, kind, files: all.length, js: sum('.js'), css: sum('.css') };
});
pages.sort((a, b) => a.page.localeCompare(b.page));

const kilobytes = (bytes) => (bytes / 1000).toFixed(1).padStart(7);
console.log(`First load in brotli; limits: visitors 170 kB, customers 210 kB, professionals 260 kB\n`);
console.log(`${'page'.padEnd(26)}${'html'.padEnd(10)}files   js kB  css kB   total`);
for (const { page, kind, files, js, css } of pages) {
  const mark = js + css > limitOf(page) ? '  too heavy' : '';
  const row = `${page.padEnd(26)}${kind.padEnd(10)}${String(files).padStart(5)} ${kilobytes(js)} ${kilobytes(css)} ${kilobytes(js + css)}`;
  console.log(row + mark);
}
if (pages.some(({ page, js, css }) => js + css > limitOf(page))) process.exit(1);
