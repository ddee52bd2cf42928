import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './tools/install.mjs';
import { makeMemoryFolder } from './tools/memory-folder.mjs';
import { rows, runNightly } from './tools/nightly.mjs';
import { exitWithError, pinnedNode, root, run } from './tools/run.mjs';

// Runs the files with property tests ten times, or for `--minutes`, each round with a random seed. With `--seed`, every
// round uses that seed, and without `--minutes` there is only one. Stops at the first failure, which `--seed` replays.
// With `--nightly`, tries as many bad inputs as before a release, or only those of some `--rows`, and prints their counts.
const ROUNDS = 10;
const MAX_SEED = 2 ** 31;

const { seed, minutes, nightly, rows: names } = readOptions();
await ensureInstalled();
const memory = makeMemoryFolder();
if (nightly) {
  const env = { ...(memory && { TMPDIR: memory.path }) };
  const isReached = await runNightly(names, seed ?? randomInt(MAX_SEED), env);
  memory?.remove();
  process.exit(isReached ? 0 : 1);
}
const files = ['domain/src', 'server/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((path) => join(folder, path))
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => readFileSync(join(root, path), 'utf8').includes("from 'fast-check'")),
);
const end = Date.now() + (minutes ?? 0) * 60_000;
const isOver = (round) => (minutes ? Date.now() >= end : round > (seed === undefined ? ROUNDS : 1));
let code = 0;
for (let round = 1; code === 0 && !isOver(round); round += 1) {
  const used = seed ?? randomInt(MAX_SEED);
  console.log(`\nTour ${round}, graine ${used}`);
  code = await run(pinnedNode(), ['node_modules/vitest/vitest.mjs', 'run', ...files], {
    env: { PROPERTY_SEED: String(used), ...(memory && { TMPDIR: memory.path }) },
  });
  if (code !== 0) console.error(`\nPour rejouer cet échec : npm run explore -- --seed ${used}`);
}
memory?.remove();
process.exitCode = code;

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        ...{ seed: { type: 'string' }, minutes: { type: 'string' } },
        ...{ nightly: { type: 'boolean', default: false }, rows: { type: 'string' } },
      },
    });
    const numbers = Object.entries(values).filter(([name]) => name === 'seed' || name === 'minutes');
    const wrong = numbers.find(([, value]) => !/^\d+$/.test(value));
    if (wrong) throw new Error(`--${wrong[0]} ${wrong[1]} : un nombre entier est attendu.`);
    const names = values.rows?.split(',') ?? [];
    const unknown = names.filter((name) => !rows.some((row) => row.name === name));
    if (unknown.length > 0)
      throw new Error(`Essai inconnu : ${unknown.join(', ')} (${rows.map(({ name }) => name).join(', ')}).`);
    if (names.length > 0 && !values.nightly) throw new Error('--rows va avec --nightly.');
    const asNumbers = Object.fromEntries(numbers.map(([name, value]) => [name, Number(value)]));
    return { ...asNumbers, nightly: values.nightly, rows: names };
  } catch (error) {
    return exitWithError(error.message);
  }
}
