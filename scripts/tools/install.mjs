import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitWithError, root, runNpm } from './run.mjs';

/** Installs the packages of package-lock.json unless they are installed already. */
export async function ensureInstalled() {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stamp = join(root, 'node_modules', '.amasin-lock');
  const hash = createHash('sha256')
    .update(lockText)
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;

  // npm's own record of the installed packages, because npm may have been run by hand.
  const record = join(root, 'node_modules', '.package-lock.json');
  const installed = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')).packages : {};
  if (!satisfies(JSON.parse(lockText).packages, installed, describeHost())) {
    console.error('Installation des dépendances (environ une minute)…');
    await installAll();
  }
  try {
    writeFileSync(stamp, hash);
  } catch {
    // The folder may be read-only; the next start then checks the packages again.
  }
}

/** Dev and optional packages are needed in production too: they build the web app, and contain Node and PostgreSQL. */
const FLAGS = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];

async function installAll() {
  let log = '';
  const output = (text) => {
    log += text;
  };
  if ((await runNpm(['ci', ...FLAGS], { output })) === 0) return;
  // Some registries lack other systems' optional packages, and `npm ci` rejects a lock file that was made with such a
  // registry. `npm install --no-save` installs the same versions and does not change the lock file.
  log = '';
  const code = await runNpm(['install', '--no-save', ...FLAGS], { output });
  if (code === 0) return;
  console.error(log);
  exitWithError(`L’installation des dépendances a échoué (npm, code ${code}).${adviceFor(log)}`);
}

/** Says which library of the system the Node of the packages lacks: a minimal Debian has no libatomic1. */
export function adviceFor(log) {
  const [, library] = /error while loading shared libraries: ([^:\s]+):/.exec(log) ?? [];
  if (library === undefined) return '';
  const name = library.replace(/\.so\.?/, '');
  return ` Il manque ${library} au système. Sous Debian ou Ubuntu : apt install ${name} ; puis recommencez.`;
}

/**
 * Whether the installed packages match the lock file. Only optional packages for other systems may be missing.
 */
export function satisfies(locked, installed, host) {
  return Object.entries(locked).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return true;
    const found = installed[path];
    if (found === undefined) return Boolean(entry.optional) && !isForHost(entry, host);
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

function isForHost(entry, host) {
  if (entry.os === undefined && entry.cpu === undefined) return false;
  return ['os', 'cpu', 'libc'].every(
    (name) => entry[name] === undefined || [entry[name]].flat().includes(host[name]),
  );
}

function describeHost() {
  process.report.excludeNetwork = true;
  const isGlibc = process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime;
  const libc = process.platform !== 'linux' ? 'none' : isGlibc ? 'glibc' : 'musl';
  return { os: process.platform, cpu: process.arch, libc };
}
