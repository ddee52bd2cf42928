import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const manifest = z.object({
  routes: z.record(z.string(), z.object({ path: z.string().optional(), parentId: z.string().optional() })),
});

/**
 * Whether the built web has a page at a path, for a real 404 status. Reads the route manifest of the build;
 * without one, every path is accepted.
 */
export function readKnownPages(folder: string): (path: string) => boolean {
  const patterns = routePaths(folder).map(patternOf);
  return patterns.length === 0 ? () => true : (path) => patterns.some((pattern) => pattern.test(path));
}

function routePaths(folder: string): string[] {
  const assets = join(folder, 'assets');
  const names = existsSync(assets) ? readdirSync(assets) : [];
  const file = names.find((name) => /^manifest-[\w-]+\.js$/.test(name));
  if (file === undefined) return [];
  // A script with one assignment: `window.__reactRouterManifest={…};`
  const json = /=(\{.*\});?\s*$/s.exec(readFileSync(join(assets, file), 'utf8'))?.[1];
  const parsed = manifest.safeParse(parseJson(json));
  if (!parsed.success) return [];
  const { routes } = parsed.data;
  const full = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    return route === undefined ? '' : [full(route.parentId), route.path].filter(Boolean).join('/');
  };
  // The catch-all route is the page for unknown paths.
  return Object.keys(routes)
    .map(full)
    .filter((path) => path !== '*');
}

function parseJson(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** `orders/:id` → `/orders/` and one segment; `?` is optional, `*` matches the rest. */
function patternOf(path: string): RegExp {
  const parts = path.split('/').filter(Boolean).map(partPattern);
  return new RegExp(`^${parts.join('') || '/'}$`, 'i');
}

function partPattern(part: string): string {
  if (part === '*') return '(?:/.*)?';
  const name = part.replace(/\?$/, '');
  const segment = name.startsWith(':') ? '/[^/]+' : `/${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;
  return part.endsWith('?') ? `(?:${segment})?` : segment;
}
