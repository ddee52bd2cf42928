import { join } from 'node:path';
import { audit } from './tools/audit/audit.mjs';
import { ensureBuilt } from './tools/build.mjs';
import { ensureChromium } from './tools/chromium.mjs';
import { ensureInstalled } from './tools/install.mjs';
import { makeMemoryFolder } from './tools/memory-folder.mjs';
import { exitWithError, pinnedNode, run, runNpm } from './tools/run.mjs';
import { formatTable, runLanes } from './tools/steps.mjs';
import { readTestOptions } from './tools/test-options.mjs';

const { parts, projects, isShort, browserProjects, raceRounds } = readOptions();
await ensureInstalled();
const node = pinnedNode();
if (parts.includes('e2e')) process.env.CHROMIUM_PATH = await ensureChromium();

const npm = (script) => (options) => runNpm(['run', '--silent', script], options);
const tool = (path, args, env) => (options) =>
  run(node, [join('node_modules', path), ...args], { ...options, env });
const memory = makeMemoryFolder();
if (memory !== null) process.env.TMPDIR = memory.path;
const only = (names) => names.flatMap((name) => ['--project', name]);

const all = [
  { name: 'types', label: 'Types', run: npm('check:types') },
  { name: 'lint', label: 'Style', run: npm('check:lint') },
  { name: 'structure', label: 'Structure', run: npm('check:structure') },
  { name: 'unused', label: 'Code inutilisé', run: npm('check:unused') },
  { name: 'audit', label: 'Avis de sécurité', run: audit },
  { name: 'build', label: 'Site web', run: ensureBuilt },
  {
    name: 'unit',
    label: 'Règles, actions, écrans',
    run: tool('vitest/vitest.mjs', ['run', ...only(projects)], {
      RACE_ROUNDS: process.env.RACE_ROUNDS ?? String(raceRounds),
      SHORT_TESTS: isShort ? '1' : '',
    }),
  },
  {
    name: 'weight',
    label: 'Poids des pages',
    run: (options) => run(node, ['bench/page-weight.mjs'], options),
  },
  {
    name: 'e2e',
    label: 'Navigateur',
    run: tool('@playwright/test/cli.js', ['test', ...only(browserProjects)]),
  },
];
const steps = all.filter(({ name }) => parts.includes(name));
const pick = (...names) => steps.filter(({ name }) => names.includes(name));

// On one core, both lanes take about as long; the tests then use all cores.
const stages = [
  [pick('types', 'structure'), pick('lint', 'unused', 'audit', 'build')],
  [pick('unit', 'weight', 'e2e')],
].map((lanes) => lanes.filter((lane) => lane.length > 0));

const results = new Map();
let passed = true;
for (const lanes of stages) passed = passed && (await runLanes(lanes, results));
memory?.remove();
console.log(`\n${formatTable(steps, results)}`);
process.exitCode = passed ? 0 : 1;

function readOptions() {
  try {
    return readTestOptions(process.argv.slice(2));
  } catch (error) {
    return exitWithError(error.message);
  }
}
