import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** Imported before the product: writes the name of each package into this file when a module of it is loaded. */
const file = process.env.LOADED_PACKAGES;
const known = new Set<string>();

registerHooks({
  load(url, context, next) {
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
    if (file !== undefined && name !== undefined && !known.has(name)) {
      known.add(name);
      appendFileSync(file, `${name}\n`);
    }
    return next(url, context);
  },
});
