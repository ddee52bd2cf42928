import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveUp, root } from './root.mjs';
import { runNpm } from './run.mjs';

/** Installs what package-lock.json asks for, unless it is there already. */
export async function ensureInstalled() {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stamp = join(root, 'node_modules', '.amasin-lock');
  const wanted = createHash('sha256')
    .update(lockText)
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;

  // npm's own record of what it installed: somebody may have run npm by hand.
  const record = join(root, 'node_modules', '.package-lock.json');
  const installed = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')).packages : {};
  if (!satisfies(JSON.parse(lockText).packages, installed, describeHost())) {
    console.log('Installation des dépendances (environ une minute)…');
    await installAll();
  }
  try {
    writeFileSync(stamp, wanted);
  } catch {
    // Installed by somebody else, whose folder we may only read: the next start looks again.
  }
}

/** In production too: the web is built here, and the platform's Node and PostgreSQL are optional packages. */
const FLAGS = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];

async function installAll() {
  let said = '';
  const output = (text) => {
    said += text;
  };
  if ((await runNpm(['ci', ...FLAGS], { output })) === 0) return;
  // `npm ci` refuses a lock file without the optional packages of other systems, which some registries do not carry.
  // This installs the same versions and leaves the lock file alone.
  said = '';
  const code = await runNpm(['install', '--no-save', ...FLAGS], { output });
  if (code === 0) return;
  console.error(said);
  giveUp(`L’installation des dépendances a échoué (npm, code ${code}).`);
}

/**
 * Whether the installed packages are those of the lock file. Optional packages are rightly absent when they serve another
 * system; one meant for this system is missed.
 */
export function satisfies(wanted, installed, host) {
  return Object.entries(wanted).every(([path, one]) => {
    if (!path.includes('node_modules/') || one.link) return true;
    const found = installed[path];
    if (found === undefined) return Boolean(one.optional) && !isMeantFor(one, host);
    return found.version === one.version && found.integrity === one.integrity;
  });
}

function isMeantFor(one, host) {
  if (one.os === undefined && one.cpu === undefined) return false;
  return ['os', 'cpu', 'libc'].every(
    (name) => one[name] === undefined || [one[name]].flat().includes(host[name]),
  );
}

function describeHost() {
  process.report.excludeNetwork = true;
  const isGlibc = process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime;
  const libc = process.platform !== 'linux' ? 'none' : isGlibc ? 'glibc' : 'musl';
  return { os: process.platform, cpu: process.arch, libc };
}
