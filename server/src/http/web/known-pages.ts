import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const manifest = z.object({
  routes: z.record(z.string(), z.object({ path: z.string().optional(), parentId: z.string().optional() })),
});

/**
 * Whether the built web has a page at a path, so that a wrong address is a true 404 whatever the page then shows. Read
 * from the list of routes that the build leaves for the browser; a build without one knows every path.
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
  // A script of one assignment: `window.__reactRouterManifest={…};`
  const written = /=(\{.*\});?\s*$/s.exec(readFileSync(join(assets, file), 'utf8'))?.[1];
  const parsed = manifest.safeParse(parseJson(written));
  if (!parsed.success) return [];
  const { routes } = parsed.data;
  const full = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    return route === undefined ? '' : [full(route.parentId), route.path].filter(Boolean).join('/');
  };
  // What catches everything is the page for wrong addresses.
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

/** `orders/:id` → `/orders/` and one part; `?` may be missing, `*` is any rest. */
function patternOf(path: string): RegExp {
  const parts = path.split('/').filter(Boolean).map(partPattern);
  return new RegExp(`^${parts.join('') || '/'}$`, 'i');
}

function partPattern(part: string): string {
  if (part === '*') return '(?:/.*)?';
  const name = part.replace(/\?$/, '');
  const one = name.startsWith(':') ? '/[^/]+' : `/${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;
  return part.endsWith('?') ? `(?:${one})?` : one;
}
