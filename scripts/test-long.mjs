import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './tools/build.mjs';
import { ensureChromium } from './tools/chromium.mjs';
import { ensureInstalled } from './tools/install.mjs';
import { makeMemoryFolder } from './tools/memory-folder.mjs';
import { exitWithError, pinnedNode, root, run, runNpm } from './tools/run.mjs';
import { formatTable, runStages } from './tools/steps.mjs';

// Runs what `npm test` leaves out because it repeats, waits, kills processes or needs another database: before a release, and the
// parts that a change touches. Goes on after a failed part. `--only races,browser` runs some parts, `--seed 7` replays random values.

const PROPERTY_ROUNDS = 10;
const PROPERTY_TEST = /from 'fast-check'/;

const PARTS = [
  {
    name: 'races',
    label: 'Races, 200 rounds each',
    run: () => vitest(['server/src/races'], { RACE_ROUNDS: '200' }),
  },
  {
    name: 'browser',
    label: 'Every path in a browser',
    run: () => playwright(['--project', 'journeys', '--project', 'screens', '--project', 'alone']),
  },
  {
    name: 'providers',
    label: 'Each payment provider outside demo mode',
    run: async () => (await vitest(['.providers.test'])) || playwright(['--project', 'production']),
  },
  { name: 'postgres', label: 'Plans on many rows, and an older PostgreSQL', run: testPostgres },
  { name: 'crash', label: 'Processes that stop or are killed', run: () => vitest(['.crash.test']) },
  { name: 'restore', label: 'Backups and restores', run: () => vitest(['.restore.test']) },
  { name: 'hostile', label: 'Hostile input', run: testHostileInput },
  { name: 'properties', label: `Properties, ${PROPERTY_ROUNDS} random seeds`, run: testProperties },
  {
    name: 'release',
    label: 'The last release on this schema, beside this code, and its answers',
    run: () => run(node, ['scripts/last-release.mjs']),
  },
  { name: 'drills', label: 'Drills on the started product', run: drill },
  { name: 'image', label: 'The image, built and started', run: testImage },
  {
    name: 'audit',
    label: 'Advisories on what is shipped',
    run: () => runNpm(['audit', '--omit=dev', '--audit-level=moderate']),
  },
];

const { parts, seed } = readOptions();
await ensureInstalled();
const node = pinnedNode();
const memory = makeMemoryFolder();
if (memory !== null) process.env.TMPDIR = memory.path;
const results = new Map();
const steps = PARTS.filter(({ name }) => parts.includes(name));
const passed = await runStages([[steps]], results);
memory?.remove();
console.log(`\n${formatTable(steps, results)}`);
process.exitCode = passed ? 0 : 1;

function vitest(args, env = {}) {
  const command = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...args];
  return run(node, command, { env: { LONG_TESTS: 'included', ...env } });
}

async function playwright(args, env = {}) {
  const code = await ensureBuilt();
  if (code !== 0) return code;
  const command = [join('node_modules', '@playwright', 'test', 'cli.js'), 'test', ...args];
  return run(node, command, { env: { CHROMIUM_PATH: await ensureChromium(), ...env } });
}

/** The plans, then the tests whose result may depend on the version, plans too, on an older one. */
async function testPostgres() {
  const code = await vitest(['.plans.test']);
  if (code !== 0) return code;
  // Imports a package, which a fresh clone has only now.
  const { findOldPostgres } = await import('./tools/old-postgres.mjs');
  const { url, reasons } = await findOldPostgres();
  if (url === null) {
    console.error(['No PostgreSQL from 15 to 17 can be used:', ...reasons].join('\n  '));
    return 1;
  }
  const folders = ['database', 'races', 'orders', 'payments', 'backup'].map((name) => `server/src/${name}`);
  return vitest(folders, { TEST_DATABASE_URL: url, RACE_ROUNDS: '20' });
}

async function testHostileInput() {
  console.log(`Seed ${seed}`);
  const env = { CASES: 'release', PROPERTY_SEED: String(seed) };
  const code = await vitest(['.hostile.test', ...findPropertyTests()], env);
  if (code !== 0) return code;
  const journeys = ['hostile-texts', 'consultations/interruptions', 'offline/deliveries'];
  const files = journeys.map((name) => `e2e/${name}.spec.ts`);
  return playwright([...files, '--no-deps'], { CASES: 'release' });
}

async function testProperties() {
  for (let round = 0; round < PROPERTY_ROUNDS; round += 1) {
    console.log(`\nSeed ${seed + round}`);
    const code = await vitest(findPropertyTests(), { PROPERTY_SEED: String(seed + round) });
    if (code !== 0) return code;
  }
  return 0;
}

function findPropertyTests() {
  return ['domain/src', 'server/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((path) => join(folder, path))
      .filter(
        (path) => path.endsWith('.test.ts') && PROPERTY_TEST.test(readFileSync(join(root, path), 'utf8')),
      ),
  );
}

async function drill() {
  const code = await ensureBuilt();
  return code || (await vitest(['bench/fill.test.mjs'])) || run(node, ['bench/drill.mjs', 'short']);
}

async function testImage() {
  const engine = ['docker', 'podman'].find(
    (name) => spawnSync(name, ['ps'], { stdio: 'ignore' }).status === 0,
  );
  if (engine === undefined) {
    console.log('The image was not tried: neither docker nor podman answers on this machine.');
    return null;
  }
  return run(node, ['scripts/check-image.mjs', engine]);
}

function readOptions() {
  const known = PARTS.map(({ name }) => name);
  try {
    const { values } = parseArgs({ options: { only: { type: 'string' }, seed: { type: 'string' } } });
    const names = values.only?.split(',') ?? known;
    const unknown = names.filter((name) => !known.includes(name));
    if (unknown.length > 0) throw new Error(`Unknown part: ${unknown.join(', ')} (${known.join(', ')}).`);
    if (values.seed !== undefined && !/^\d{1,9}$/.test(values.seed))
      throw new Error('--seed takes a whole number.');
    return { parts: names, seed: Number(values.seed ?? randomInt(2 ** 30)) };
  } catch (error) {
    return exitWithError(error.message);
  }
}
