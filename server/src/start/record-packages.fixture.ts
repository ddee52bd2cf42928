import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Imported before the product: writes the name of each package into this file when a module of it is loaded. */
const file = process.env.LOADED_PACKAGES;
const known = new Set<string>();

/** The modules in a file: those that were bundled into it, or itself. */
function modulesOf(url: string): readonly string[] {
  const map = url.startsWith('file:') ? `${fileURLToPath(url)}.map` : '';
  return url.includes('/server/build/') && existsSync(map)
    ? JSON.parse(readFileSync(map, 'utf8')).sources
    : [url];
}

registerHooks({
  load(url, context, next) {
    for (const module of modulesOf(url)) {
      const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1];
      if (file === undefined || name === undefined || known.has(name)) continue;
      known.add(name);
      appendFileSync(file, `${name}\n`);
    }
    return next(url, context);
  },
});
