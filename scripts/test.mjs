import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './tools/build.mjs';
import { ensureChromium } from './tools/chromium.mjs';
import { ensureInstalled } from './tools/install.mjs';
import { makeMemoryFolder } from './tools/memory-folder.mjs';
import { exitWithError, pinnedNode, run, runNpm } from './tools/run.mjs';
import { formatTable, runStages } from './tools/steps.mjs';

// Runs every quick check once, and goes on after one that fails. `--only types,lint` runs some of them, and `npm test -- server/src/zones` only the tests in that
// file or folder, long ones too. `npm run test:long` runs the rest.

const npm = (script) => (options) => runNpm(['run', '--silent', script], options);
const tool = (path, args, env) => (options) =>
  run(node, [join('node_modules', path), ...args], { ...options, env });

const STEPS = [
  { name: 'types', label: 'Types', run: npm('check:types') },
  { name: 'layers', label: 'Layers', run: npm('check:layers') },
  { name: 'lint', label: 'Lint', run: npm('check:lint') },
  { name: 'unused', label: 'Unused code', run: npm('check:unused') },
  { name: 'words', label: 'Spelling', run: npm('check:words') },
  { name: 'build', label: 'Web build', run: ensureBuilt },
  {
    name: 'unit',
    label: 'Rules, actions, screens',
    run: (options) => tool('vitest/vitest.mjs', ['run'])(options),
  },
  {
    name: 'weight',
    label: 'Page weights',
    needs: 'build',
    run: (options) => run(node, ['bench/page-weight.mjs'], options),
  },
  {
    name: 'old',
    label: 'Old browsers',
    needs: 'build',
    run: (options) => run(node, ['scripts/check-old-browsers.mjs'], options),
  },
  {
    name: 'browser',
    label: 'Journeys in a browser',
    needs: 'build',
    run: (options) => tool('@playwright/test/cli.js', ['test', '--project', 'journeys'])(options),
  },
];

const { only, paths } = readOptions();
await ensureInstalled();
const node = pinnedNode();
const memory = makeMemoryFolder();
if (memory !== null) process.env.TMPDIR = memory.path;
const passed = paths.length > 0 ? await testPaths(paths) : await testAll(only);
memory?.remove();
process.exitCode = passed ? 0 : 1;

async function testAll(names) {
  if (names.includes('browser')) process.env.CHROMIUM_PATH = await ensureChromium();
  const steps = STEPS.filter(({ name }) => names.includes(name));
  const pick = (...wanted) => steps.filter(({ name }) => wanted.includes(name));
  // On one core, both lanes take about as long; the tests then use all cores.
  const stages = [
    [pick('types', 'layers', 'words'), pick('lint', 'unused', 'build')],
    [pick('unit', 'weight', 'old', 'browser')],
  ];
  const results = new Map();
  const some = stages.map((lanes) => lanes.filter((lane) => lane.length > 0));
  const isGreen = await runStages(some, results);
  console.log(`\n${formatTable(steps, results)}`);
  return isGreen;
}

async function testPaths(all) {
  const isBrowser = (path) => path.startsWith('e2e');
  const env = { LONG_TESTS: 'included' };
  const unit = all.filter((path) => !isBrowser(path));
  const browser = all.filter(isBrowser);
  if (unit.length > 0 && (await tool('vitest/vitest.mjs', ['run', ...unit], env)()) !== 0) return false;
  if (browser.length === 0) return true;
  if ((await ensureBuilt()) !== 0) return false;
  process.env.CHROMIUM_PATH = await ensureChromium();
  return (await tool('@playwright/test/cli.js', ['test', '--no-deps', ...browser])()) === 0;
}

function readOptions() {
  const known = STEPS.map(({ name }) => name);
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { only: { type: 'string' } },
    });
    const names = values.only?.split(',') ?? known;
    const unknown = names.filter((name) => !known.includes(name));
    if (unknown.length > 0) throw new Error(`Unknown check: ${unknown.join(', ')} (${known.join(', ')}).`);
    const needsBuild = STEPS.some(({ name, needs }) => needs === 'build' && names.includes(name));
    return { only: needsBuild ? ['build', ...names] : names, paths: positionals };
  } catch (error) {
    return exitWithError(error.message);
  }
}
