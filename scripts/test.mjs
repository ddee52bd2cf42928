import { join } from 'node:path';
import { ensureBuilt } from './house/build.mjs';
import { ensureChromium } from './house/chromium.mjs';
import { ensureInstalled } from './house/install.mjs';
import { makeMemoryFolder } from './house/memory-folder.mjs';
import { pinnedNode } from './house/pinned-node.mjs';
import { giveUp } from './house/root.mjs';
import { run, runNpm } from './house/run.mjs';
import { formatTable, runLanes } from './house/steps.mjs';
import { readTestOptions } from './house/test-options.mjs';

const { parts, projects, raceRounds } = readOptions();
await ensureInstalled();
const node = pinnedNode();
if (parts.includes('e2e')) process.env.CHROMIUM_PATH = await ensureChromium();

const npm = (script) => (options) => runNpm(['run', '--silent', script], options);
const tool = (path, args, env) => (options) =>
  run(node, [join('node_modules', path), ...args], { ...options, env });
const memory = makeMemoryFolder();
if (memory !== null) process.env.TMPDIR = memory.path;
const only = projects.flatMap((project) => ['--project', project]);

const all = [
  { name: 'types', label: 'Types', run: npm('check:types') },
  { name: 'lint', label: 'Style', run: npm('check:lint') },
  { name: 'structure', label: 'Structure', run: npm('check:structure') },
  { name: 'unused', label: 'Code inutilisé', run: npm('check:unused') },
  { name: 'build', label: 'Site web', run: ensureBuilt },
  {
    name: 'unit',
    label: 'Règles, actions, écrans',
    run: tool('vitest/vitest.mjs', ['run', ...only], {
      RACE_ROUNDS: process.env.RACE_ROUNDS ?? String(raceRounds),
    }),
  },
  {
    name: 'weight',
    label: 'Poids des pages',
    run: (options) => run(node, ['bench/page-weight.mjs'], options),
  },
  { name: 'e2e', label: 'Navigateur', run: tool('@playwright/test/cli.js', ['test']) },
];
const steps = all.filter(({ name }) => parts.includes(name));
const pick = (...names) => steps.filter(({ name }) => names.includes(name));

// The compiler uses one core for as long as the four others together; the tests after them use all there are.
const stages = [
  [pick('types'), pick('lint', 'structure', 'unused', 'build')],
  [pick('unit', 'weight', 'e2e')],
].map((lanes) => lanes.filter((lane) => lane.length > 0));

const results = new Map();
let green = true;
for (const lanes of stages) green = green && (await runLanes(lanes, results));
memory?.remove();
console.log(`\n${formatTable(steps, results)}`);
process.exitCode = green ? 0 : 1;

function readOptions() {
  try {
    return readTestOptions(process.argv.slice(2));
  } catch (error) {
    return giveUp(error.message);
  }
}
