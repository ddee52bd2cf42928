import { createHash } from 'node:crypto';

export interface BuiltRoute {
  readonly path?: string | undefined;
  readonly parentId?: string | undefined;
  readonly module: string;
  readonly imports?: readonly string[] | undefined;
  readonly css?: readonly string[] | undefined;
}

export interface Selection {
  readonly files: { readonly url: string; readonly revision: string | null }[];
  /** Prerendered pages. */
  readonly prerendered: string[];
  /** The URL under which the fallback page is cached. */
  readonly shell: string;
  /** The pages that are not prerendered: they are served the fallback page. */
  readonly pages: string[];
  /** Prerendered pages that are cached when they are first opened. */
  readonly others: string[];
}

/**
 * Pages that a customer or a courier needs offline, or opens first on the second visit. Every other page is loaded from the
 * server: a cached page without its scripts would never be hydrated.
 */
const NEEDED = [
  '/',
  '/login',
  '/pharmacies',
  '/dashboard',
  '/tracking',
  '/order',
  '/delivery-dashboard',
  '/profile',
];

/** Chunks that serve nobody without a network, the map, the viewer of PDF and Google's kit for codes: they are cached when first used. */
export const ONLINE_ONLY = ['leaflet', 'pdf', 'firebase'];
const IS_ONLINE_ONLY = new RegExp(`^/assets/(?:${ONLINE_ONLY.join('|')})[.-]`);

/**
 * Selects the files to precache: prerendered pages, the fallback page, and the scripts and styles of customers' pages.
 * Files of staff pages are cached when first used, because customers pay for mobile data.
 * @param read returns a built file by its URL
 */
export function chooseFiles(
  routes: Readonly<Record<string, BuiltRoute>>,
  prerenderedPages: Readonly<Record<string, string>>,
  shellHtml: string,
  read: (url: string) => string,
): Selection {
  const all = Object.values(routes);
  const pathOf = (route: BuiltRoute) => `/${route.path ?? ''}`;
  const isPage = (route: BuiltRoute) =>
    route.path !== '*' && (route.path !== undefined || route.parentId !== undefined);
  const paths = [...new Set(all.filter(isPage).map(pathOf))].filter((path) => path !== '/');
  const pages = paths.filter((path) => NEEDED.includes(path) && prerenderedPages[path] === undefined);
  const prerendered = NEEDED.filter((path) => prerenderedPages[path] !== undefined);
  const shell = NEEDED.find((path) => pages.includes(path));
  if (shell === undefined) throw new Error('no page starts from the shell');

  const scripts = new Set<string>();
  const add = (url: string) => {
    // React Router may append `#` to the URL of a stylesheet.
    const file = url.replace(/#$/, '');
    if (scripts.has(file) || IS_ONLINE_ONLY.test(file)) return;
    scripts.add(file);
    if (!file.endsWith('.js')) return;
    const content = read(file);
    for (const [, name] of content.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
      add(`/assets/${name}`);
    for (const lazy of lazyChunks(content)) add(lazy);
  };
  for (const html of [shellHtml, ...NEEDED.map((path) => prerenderedPages[path] ?? '')]) {
    for (const [url] of withoutRouteList(html).matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)) add(url);
  }
  for (const route of all.filter((one) => NEEDED.includes(pathOf(one)))) {
    for (let at: BuiltRoute | undefined = route; at !== undefined; at = routes[at.parentId ?? '']) {
      for (const url of [at.module, ...(at.imports ?? []), ...(at.css ?? [])]) add(url);
    }
  }

  const documents = [
    ...prerendered.map((path) => [path, prerenderedPages[path] ?? ''] as const),
    [shell, shellHtml] as const,
  ];
  return {
    files: [
      ...documents.map(([url, html]) => ({ url, revision: digestOf(html) })),
      ...[...scripts].sort().map((url) => ({ url, revision: null })),
    ],
    prerendered,
    shell,
    pages,
    others: Object.keys(prerenderedPages).filter((path) => !NEEDED.includes(path)),
  };
}

/** The lazy chunks of a script and their styles: menus, filters, dialogs. */
function lazyChunks(content: string): string[] {
  const named = content.match(/__vite__mapDeps=.*?\[(.*?)\]/s)?.[1] ?? '';
  const files = [...named.matchAll(/["'](assets\/[\w.-]+\.(?:js|css))["']/g)].map(([, file]) => `/${file}`);
  const bare = [...content.matchAll(/import\(\s*[`"']\.\/([\w.-]+\.js)[`"']/g)].map(
    ([, name]) => `/assets/${name}`,
  );
  return [...files, ...bare];
}

/** Removes the route manifest from a page, because it names the files of every page. */
function withoutRouteList(html: string): string {
  return html.replace(/window\.__reactRouterManifest\s*=.*?<\/script>/gs, '');
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
