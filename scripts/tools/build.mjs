import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { precompress } from '../precompress.mjs';
import { exitWithError, root, runNpm } from './run.mjs';

const SOURCES = ['web', 'domain', 'package-lock.json', 'tsconfig.base.json'];
/** Generated files, and tests: they do not change the built pages. */
const IGNORED = /^(node_modules|build|\.react-router)$|\.test\.tsx?$/;

const BUILD = join(root, 'web', 'build');
const CLIENT = join(BUILD, 'client');

/** Written after a build. */
const STAMP = join(BUILD, '.amasin-hash');

/** Where the assets of the last build wait while the next one empties the folder. */
const KEPT = join(root, 'node_modules', '.cache', 'amasin-previous');

const currentStamp = () => hashSources(root, SOURCES);

/** Whether the sources of the web app are those that were built; the server writes its settings into the pages. */
export function isBuilt(stamp = currentStamp()) {
  const hasPages = existsSync(join(CLIENT, 'index.html'));
  return hasPages && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp;
}

/** Builds the web app if need be. Returns the exit code. */
export async function ensureBuilt({ output } = {}) {
  const stamp = currentStamp();
  if (isBuilt(stamp)) return 0;
  (output ?? process.stdout.write.bind(process.stdout))('Construction du site web…\n');
  if (existsSync(STAMP)) keepAssets(CLIENT, KEPT);
  rmSync(STAMP, { force: true });
  const code = await runNpm(['run', '--silent', 'build', '--workspace=web'], {
    env: { NODE_ENV: 'production' },
    output,
  });
  if (code !== 0) return code;
  await precompress(CLIENT);
  // Absent before the second build.
  if (existsSync(KEPT)) renameSync(KEPT, join(BUILD, 'previous'));
  writeFileSync(STAMP, stamp);
  return 0;
}

/** Pages that were loaded from the last build still ask for its assets: the server has them until the build after the next. */
export function keepAssets(client, kept) {
  rmSync(kept, { recursive: true, force: true });
  cpSync(join(client, 'assets'), join(kept, 'assets'), { recursive: true });
}

export async function buildOrExit(options = {}) {
  const code = await ensureBuilt(options).catch(({ message }) =>
    exitWithError(`La construction du site web a échoué (${message}).`),
  );
  if (code !== 0) exitWithError(`La construction du site web a échoué (code ${code}).`);
}

/** A digest of the paths and contents of files and folders. */
export function hashSources(base, entries) {
  const hash = createHash('sha256');
  for (const path of entries.flatMap((entry) => listFiles(join(base, entry))).sort()) {
    hash.update(relative(base, path)).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

function listFiles(path) {
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    throw error;
  }
  return entries
    .filter((entry) => !IGNORED.test(entry.name))
    .flatMap((entry) => {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) return listFiles(inner);
      return entry.isFile() ? [inner] : [];
    });
}
