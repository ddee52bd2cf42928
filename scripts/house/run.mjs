import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { isatty } from 'node:tty';
import { root } from './root.mjs';

/** What Node has read and compiled once serves its next starts: a third of the time to the first line of the server. */
const NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'node');

const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The tools of the installation come first, its Node among them. */
export function toolPath(from = root) {
  return [join(from, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
}

/**
 * Runs a command to its end, passes our signals on to it, and gives its exit code (128 + the signal's number when it ended by one).
 * `output` receives what it writes; without it, the command writes to our terminal.
 */
export function run(command, args, { cwd = root, env = {}, output, shell = false, signal } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      shell,
      env: { NODE_COMPILE_CACHE, ...process.env, PATH: toolPath(), ...env },
      stdio: output ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', output);
    let isTold = false;
    const tell = (name) => {
      isTold = true;
      child.kill(name);
    };
    const passOn = (name) => {
      // At a terminal, Ctrl-C or the closed window has already reached the whole group: once more would look like a person insisting.
      if (name !== 'SIGTERM' && isatty(0)) isTold = true;
      else tell(name);
    };
    for (const name of PASSED_ON) process.on(name, passOn);
    const stop = () => tell('SIGTERM');
    signal?.addEventListener('abort', stop);
    const stopWatching = onParentEnd(() => isTold || stop());
    const end = (code) => {
      for (const name of PASSED_ON) process.off(name, passOn);
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

/** npm sends the signals it receives to its shell, which dies of them without passing them on: all we can see is that it is gone. */
function onParentEnd(act) {
  if (!process.env.npm_lifecycle_event) return () => undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, 200);
  return () => clearInterval(timer);
}

/** npm as it was started for us, otherwise the one of the machine. */
export function runNpm(args, options = {}) {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) return run(process.execPath, [script, ...args], options);
  return run('npm', args, { ...options, shell: process.platform === 'win32' });
}
