// Runs after prerendering: the worker contains the list of pages and their hashes, so that a changed page makes a new version.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { build } from 'vite';
import { type BuiltRoute, chooseFiles, ONLINE_ONLY } from './choose-files.ts';

const here = dirname(fileURLToPath(import.meta.url));
const client = join(here, '..', 'build', 'client');
const read = (url: string) => readFileSync(join(client, url), 'utf8');

for (const page of htmlFiles()) writeFileSync(page, paintFirst(readFileSync(page, 'utf8')));

// A chunk is named after its module: once that is renamed, every customer would store it.
for (const name of ONLINE_ONLY) {
  if (
    !readdirSync(join(client, 'assets')).some((file) => file.startsWith(`${name}-`) && file.endsWith('.js'))
  )
    throw new Error(`no script of the build is named ${name}: see ONLINE_ONLY`);
}

const selection = chooseFiles(readRoutes(), readPrerenderedPages(), read('__spa-fallback.html'), read);
await build({
  configFile: false,
  root: here,
  logLevel: 'warn',
  publicDir: false,
  define: {
    'process.env.NODE_ENV': JSON.stringify('production'),
    FILES: JSON.stringify(selection.files),
    PRERENDERED: JSON.stringify(selection.prerendered),
    SHELL: JSON.stringify(selection.shell),
    // As in server/src/http/serve-web.ts.
    SERVED: JSON.stringify('@served-pages@'),
    PAGES: JSON.stringify(selection.pages),
    OTHERS: JSON.stringify(selection.others),
    OFFLINE_PAGE: JSON.stringify(readFileSync(join(here, 'offline.html'), 'utf8')),
  },
  build: {
    outDir: client,
    emptyOutDir: false,
    lib: {
      entry: join(here, 'service-worker.ts'),
      formats: ['iife'],
      name: 'amasin',
      fileName: () => 'sw.js',
    },
  },
});
const bytes = selection.files.reduce(
  (sum, { url, revision }) => sum + (revision === null ? sizeOf(url) : 0),
  0,
);
console.log(`Hors connexion : ${selection.files.length} fichiers gardés, ${Math.round(bytes / 1000)} ko.`);

function sizeOf(url: string): number {
  return statSync(join(client, url)).size;
}

/** Reads the route manifest of the build, a script that assigns it to a property of `window`. */
function readRoutes(): Record<string, BuiltRoute> {
  const file = readdirSync(join(client, 'assets')).find((name) => /^manifest-[\w-]+\.js$/.test(name));
  if (file === undefined) throw new Error('the web is not built');
  const context: { window: { __reactRouterManifest?: { routes: Record<string, BuiltRoute> } } } = {
    window: {},
  };
  runInNewContext(read(`assets/${file}`), context);
  return context.window.__reactRouterManifest?.routes ?? {};
}

/** Lowers the priority of module preloads, so that stylesheets load before them on a slow network. */
function paintFirst(html: string): string {
  return html.replaceAll(
    '<link rel="modulepreload" href',
    '<link rel="modulepreload" fetchpriority="low" href',
  );
}

function htmlFiles(): string[] {
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.html')).map((file) => join(client, file));
}

function readPrerenderedPages(): Record<string, string> {
  const pages = htmlFiles().filter((file) => file.endsWith('index.html'));
  return Object.fromEntries(
    pages.map((file) => [
      `/${relative(client, dirname(file)).split(sep).join('/')}`,
      readFileSync(file, 'utf8'),
    ]),
  );
}
