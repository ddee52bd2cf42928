import { type ContextType, useContext } from 'react';
import { type Location, matchRoutes, UNSAFE_DataRouterContext, UNSAFE_FrameworkContext } from 'react-router';

type Manifest = NonNullable<ContextType<typeof UNSAFE_FrameworkContext>>['manifest'];

/** Answers, for a place of the site, the scripts and styles of its page that are not there yet. */
export function usePageFiles(): (place: Location) => string[] {
  const framework = useContext(UNSAFE_FrameworkContext);
  const routes = useContext(UNSAFE_DataRouterContext)?.router.routes;
  return (place) => {
    if (framework === undefined || routes === undefined) return [];
    const { manifest, routeModules } = framework;
    const held = new Set(Object.keys(routeModules).flatMap((id) => filesOf(manifest, id)));
    const ids = (matchRoutes(routes, place) ?? []).map(({ route }) => route.id);
    return ids.flatMap((id) => filesOf(manifest, id)).filter((file) => !held.has(file));
  };
}

function filesOf({ routes }: Manifest, id: string): string[] {
  const route = routes[id];
  return route === undefined ? [] : [route.module, ...(route.imports ?? []), ...(route.css ?? [])];
}

/**
 * Brings files onto the device, for the router to find there. Not by importing them: a browser may remember a failed import
 * until the page is reloaded. Answers false when one is gone, and with it the version of the product that it belonged to.
 * @throws without a line
 */
export async function bringFiles(files: readonly string[]): Promise<boolean> {
  const answers = await Promise.all(
    files.map(async (file) => {
      const answer = await fetch(file);
      await answer.blob();
      if (answer.status >= 500) throw new Error(`${file}: ${answer.status}`);
      return answer;
    }),
  );
  return answers.every(({ ok }) => ok);
}
