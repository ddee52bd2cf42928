import { type RegisterHooksOptions, registerHooks } from 'node:module';

/**
 * Resolves the imports inside drizzle-orm without Node's lookup of the module format, which reads and parses the 179 kB
 * of its package.json again for each of some 230 modules: 0.4 s of each start with Node 26.
 */
export const resolveDrizzle: NonNullable<RegisterHooksOptions['resolve']> = (specifier, context, next) => {
  const { parentURL } = context;
  const isInside = parentURL?.includes('/node_modules/drizzle-orm/') && /^\.{1,2}\/.*\.js$/.test(specifier);
  if (!isInside) return next(specifier, context);
  return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
};

registerHooks({ resolve: resolveDrizzle });
