// First load of every page, in brotli, as a browser on an empty cache fetches it (DESIGN 6: at most 170 kB for public
// and customer pages; those that staff keep open all day may weigh a little more). Reads web/build/client, which `npm run bench` and `npm test` build before.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync, constants } from 'node:zlib';

const LIMIT_BYTES = 170_000;
const STAFF_LIMIT_BYTES = 180_000;
const staffPages = new Set([
  '/supervisor-dashboard',
  '/pharmacy-dashboard',
  '/delivery-dashboard',
  '/agent-dashboard',
  '/doctor-dashboard',
]);
const limitOf = (page) => (staffPages.has(page) ? STAFF_LIMIT_BYTES : LIMIT_BYTES);
const FALLBACK = '__spa-fallback.html';
const root = join(dirname(fileURLToPath(import.meta.url)), '..', 'web', 'build', 'client');

const sizes = new Map();

/** Size of one built file (`/assets/x.js`) in brotli, best quality: it is compressed once, at build. */
function brotliSize(address) {
  const known = sizes.get(address);
  if (known !== undefined) return known;
  const content = readFileSync(join(root, address));
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  const size = brotliCompressSync(content, options).length;
  sizes.set(address, size);
  return size;
}

/** Every script and stylesheet that a page's HTML names: preloads, stylesheets, entry and route modules. */
function namedIn(html) {
  return new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? []);
}

/** What the scripts import statically, followed to the end: the browser needs these too before the page is alive. */
function withImports(addresses) {
  const all = new Set();
  const waiting = [...addresses];
  while (waiting.length > 0) {
    const address = waiting.pop();
    if (all.has(address)) continue;
    all.add(address);
    if (!address.endsWith('.js')) continue;
    const source = readFileSync(join(root, address), 'utf8');
    for (const [, file] of source.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) {
      waiting.push(`/assets/${file}`);
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

/** The manifest that React Router's client reads: which files each route needs. */
function readManifest() {
  const file = readdirSync(join(root, 'assets')).find((name) => /^manifest-.*\.js$/.test(name));
  const source = readFileSync(join(root, 'assets', file), 'utf8');
  const context = { window: {} };
  runInNewContext(source, context);
  return context.window.__reactRouterManifest;
}

function writtenPages() {
  return htmlFiles(root).map((file) => {
    const folder = relative(root, dirname(file));
    // The manifest names every route's files, also those of other pages: only what is linked or imported counts.
    const html = readFileSync(file, 'utf8').replace(/window\.__reactRouterManifest\s*=.*?<\/script>/gs, '');
    return { page: `/${folder}`, kind: 'written', files: withoutManifest(namedIn(html)) };
  });
}

function withoutManifest(addresses) {
  return new Set([...addresses].filter((address) => !/\/manifest-[\w-]+\.js$/.test(address)));
}

function fallbackPages(written) {
  const { routes } = readManifest();
  const shell = withoutManifest(namedIn(readFileSync(join(root, FALLBACK), 'utf8')));
  const pages = [];
  for (const route of Object.values(routes)) {
    if (route.path === undefined || route.path === '*' || route.path === '') continue;
    const page = `/${route.path}`;
    if (written.some((known) => known.page === page)) continue;
    const files = new Set(shell);
    for (let at = route; at !== undefined; at = routes[at.parentId]) {
      for (const address of [at.module, ...(at.imports ?? []), ...(at.css ?? [])]) {
        // A stylesheet of another part of the page is named with a mark at its end.
        files.add(address.replace(/#$/, ''));
      }
    }
    pages.push({ page, kind: 'fallback', files });
  }
  return pages;
}

const written = writtenPages();
const pages = [...written, ...fallbackPages(written)].map(({ page, kind, files }) => {
  const all = [...withImports(files)];
  const sum = (extension) =>
    all
      .filter((address) => address.endsWith(extension))
      .reduce((total, address) => total + brotliSize(address), 0);
  return { page, kind, files: all.length, js: sum('.js'), css: sum('.css') };
});
pages.sort((a, b) => a.page.localeCompare(b.page));

const kilobytes = (bytes) => (bytes / 1000).toFixed(1).padStart(7);
console.log(
  `First load in brotli, limit ${LIMIT_BYTES / 1000} kB, for staff ${STAFF_LIMIT_BYTES / 1000} kB\n`,
);
console.log(`${'page'.padEnd(26)}${'html'.padEnd(10)}files   js kB  css kB   total`);
for (const { page, kind, files, js, css } of pages) {
  const mark = js + css > limitOf(page) ? '  too heavy' : '';
  const row = `${page.padEnd(26)}${kind.padEnd(10)}${String(files).padStart(5)} ${kilobytes(js)} ${kilobytes(css)} ${kilobytes(js + css)}`;
  console.log(row + mark);
}
if (pages.some(({ page, js, css }) => js + css > limitOf(page))) process.exit(1);
