import { type ContextType, useContext } from 'react';
import { type Location, matchRoutes, UNSAFE_DataRouterContext, UNSAFE_FrameworkContext } from 'react-router';

type Manifest = NonNullable<ContextType<typeof UNSAFE_FrameworkContext>>['manifest'];

/**
 * Returns the scripts and stylesheets of a location's page that this page has not loaded yet. The router documents no way to
 * ask for them (decision 0021).
 */
export function useMissingFiles(): (location: Location | string) => string[] {
  const framework = useContext(UNSAFE_FrameworkContext);
  const routes = useContext(UNSAFE_DataRouterContext)?.router.routes;
  return (location) => {
    if (framework === undefined || routes === undefined) return [];
    const { manifest, routeModules } = framework;
    const loaded = new Set(Object.keys(routeModules).flatMap((id) => filesOf(manifest, id)));
    const ids = (matchRoutes(routes, location) ?? []).map(({ route }) => route.id);
    return ids.flatMap((id) => filesOf(manifest, id)).filter((file) => !loaded.has(file));
  };
}

function filesOf({ routes }: Manifest, id: string): string[] {
  const route = routes[id];
  return route === undefined ? [] : [route.module, ...(route.imports ?? []), ...(route.css ?? [])];
}

/**
 * Fetches files into the browser's cache, where the router finds them. Not with `import()`: browsers may remember a failed
 * import until the page is reloaded.
 * @returns false when a file no longer exists, because a newer version was deployed
 * @throws without a network, or when the server fails
 */
export async function fetchFiles(files: readonly string[]): Promise<boolean> {
  const responses = await Promise.all(
    files.map(async (file) => {
      const response = await fetch(file);
      await response.blob();
      if (response.status >= 500) throw new Error(`${file}: ${response.status}`);
      return response;
    }),
  );
  return responses.every(({ ok }) => ok);
}
