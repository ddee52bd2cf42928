import { type Location, matchRoutes, type RouteObject } from 'react-router';

/** The files of a route, as the build lists them for the router. */
interface RouteFiles {
  readonly id: string;
  readonly parentId?: string;
  readonly path?: string;
  readonly index?: boolean;
  readonly module: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

interface RouterGlobals {
  __reactRouterManifest?: { readonly routes: Readonly<Record<string, RouteFiles>> };
  __reactRouterRouteModules?: Readonly<Record<string, unknown>>;
}

/**
 * Returns the scripts and stylesheets of a location's page that this page has not loaded yet. The router documents no way to
 * ask for them; its build leaves the list in two globals (decision 0021).
 */
export function missingFiles(location: Location | string): string[] {
  const { __reactRouterManifest: manifest, __reactRouterRouteModules: modules } = globalThis as RouterGlobals;
  if (manifest === undefined || modules === undefined) return [];
  const filesOf = (id: string) => {
    const route = manifest.routes[id];
    return route === undefined ? [] : [route.module, ...(route.imports ?? []), ...(route.css ?? [])];
  };
  const loaded = new Set(Object.keys(modules).flatMap(filesOf));
  const matches = matchRoutes(routesBelow(undefined, Object.values(manifest.routes)), location) ?? [];
  return matches.flatMap(({ route }) => filesOf(route.id ?? '')).filter((file) => !loaded.has(file));
}

function routesBelow(parentId: string | undefined, all: readonly RouteFiles[]): RouteObject[] {
  return all
    .filter((route) => route.parentId === parentId)
    .map((route): RouteObject => {
      const place = { id: route.id, ...(route.path !== undefined && { path: route.path }) };
      return route.index ? { ...place, index: true } : { ...place, children: routesBelow(route.id, all) };
    });
}

/**
 * Fetches files into the browser's cache, where the router finds them. Not with `import()`: browsers may remember a failed
 * import until the page is reloaded.
 * @returns false when a file no longer exists, because a newer version was deployed
 * @throws without a network, or when the server fails
 */
export async function fetchFiles(files: readonly string[], options?: RequestInit): Promise<boolean> {
  const responses = await Promise.all(
    files.map(async (file) => {
      const response = await fetch(file, options);
      await response.blob();
      if (response.status >= 500) throw new Error(`${file}: ${response.status}`);
      return response;
    }),
  );
  return responses.every(({ ok }) => ok);
}

/**
 * Fetches what pages lack ahead, so that they open on a slow network too: each file once, after everything that the present page
 * asks for. A failure is left to the navigation.
 */
export function prefetchPages(paths: readonly string[]): void {
  const files = new Set(paths.flatMap((path) => missingFiles(path)));
  for (const { name } of performance.getEntriesByType?.('resource') ?? [])
    files.delete(new URL(name).pathname);
  fetchFiles([...files], { priority: 'low' }).catch(() => null);
}
