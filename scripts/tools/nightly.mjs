import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { pinnedNode, run } from './run.mjs';

/** RELIABILITY 4, « bad inputs tried »: how many cases before a release, and the tests that try them. */
export const rows = [
  {
    name: 'permissions',
    label: 'Droits : cellules',
    asked: 1_000,
    files: ['server/src/permissions/permissions'],
  },
  {
    name: 'fuzz',
    label: 'Appels, 1 000 chacun',
    asked: 150_000,
    env: { FUZZ_RUNS: '1000' },
    files: ['server/src/permissions/fuzz/fuzz'],
  },
  {
    name: 'carts',
    label: 'Paniers',
    asked: 100_000,
    env: { CART_RUNS: '100000' },
    files: ['domain/src/orders/pricing'],
  },
  {
    name: 'payouts',
    label: 'Suites de versements',
    asked: 10_000,
    env: { PAYOUT_RUNS: '10000' },
    files: ['server/src/benefits/paying/random-ledger'],
  },
  {
    name: 'programs',
    label: 'Commandes, 60 gestes au plus',
    asked: 2_000,
    env: { MODEL_RUNS: '2000' },
    files: ['server/src/orders/model-test'],
  },
  {
    name: 'races',
    label: 'Courses, 200 tours chacune',
    asked: 32 * 200,
    env: { RACE_ROUNDS: '200' },
    files: ['server/src/races'],
  },
  {
    name: 'files',
    label: 'Fichiers hostiles × écrans',
    asked: 40 * 3,
    files: ['server/src/files/uploading/hostile-files'],
  },
  { name: 'texts', label: 'Textes hostiles', asked: 200, env: { HOSTILE_ROUNDS: '212' }, browser: true },
  {
    name: 'forgeries',
    label: 'Signatures et jetons faux',
    asked: 200,
    env: { FORGERIES: '50' },
    files: ['server/src/permissions/fuzz/forgeries'],
  },
  {
    name: 'frames',
    label: 'Trames au hasard',
    asked: 20_000,
    env: { FRAMES: '20000', RACE_ROUNDS: '200' },
    files: ['server/src/live/hostile'],
  },
  { name: 'phones', label: 'Téléphones', asked: 5_000, files: ['domain/src/users/phone'] },
];

/**
 * Runs these rows one after the other, with this seed, and prints a table.
 * @returns whether each row passed and tried as many cases as it must
 */
export async function runNightly(names, seed, env) {
  const chosen = rows.filter(({ name }) => names.length === 0 || names.includes(name));
  const folder = mkdtempSync(join(tmpdir(), 'amasin-nightly-'));
  const results = [];
  for (const row of chosen) {
    console.log(`\n${row.label} (${row.name}), graine ${seed}`);
    const begin = performance.now();
    const report = join(folder, `${row.name}.json`);
    const code = await (row.browser ? runBrowser(row, report) : runTests(row, report, { seed, env }));
    const seconds = (performance.now() - begin) / 1000;
    results.push({ row, seconds, code, ...summarise(row, report) });
  }
  rmSync(folder, { recursive: true });
  console.log(`\n${formatRows(results)}`);
  return results.every(isReached);
}

function runTests({ files, env: own }, report, { seed, env }) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`];
  return run(pinnedNode(), ['node_modules/vitest/vitest.mjs', 'run', ...files, ...reporters], {
    env: { ...env, ...own, PROPERTY_SEED: String(seed) },
  });
}

async function runBrowser({ env }, report) {
  await ensureBuilt();
  const CHROMIUM_PATH = await ensureChromium();
  const args = ['test', 'e2e/input/hostile-texts.spec.ts', '--no-deps', '--reporter=line,json'];
  return run(pinnedNode(), ['node_modules/@playwright/test/cli.js', ...args], {
    env: { ...env, CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
}

/** How many cases were tried, and how many tests failed. */
function summarise(row, path) {
  const report = readReport(path);
  if (report === null) return { done: 0, failed: 1 };
  return row.browser ? ofBrowser(report) : ofTests(row, report);
}

export function ofTests({ name }, { testResults, numFailedTests }) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed');
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  // Each test of the table of permissions is a cell or a variant of it.
  const counts = passed.map(({ meta }) => (name === 'permissions' ? 1 : (meta?.counted?.[name] ?? 0)));
  return { done: counts.reduce((sum, count) => sum + count, 0), failed: numFailedTests + broken.length };
}

/** Each round writes every text once. */
export function ofBrowser({ suites, stats }) {
  const rounds = suites.flatMap((file) => file.suites ?? []);
  const isPassed = ({ specs }) => specs.every(({ ok }) => ok);
  return { done: rounds.filter(isPassed).length, failed: stats.unexpected };
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

export const isReached = ({ row, code, done, failed }) => code === 0 && failed === 0 && done >= row.asked;

export function formatRows(results) {
  const cells = results.map((result) => [
    isReached(result) ? '✓' : '✗',
    result.row.label,
    count(result.row.asked),
    count(result.done),
    count(result.failed),
    `${Math.round(result.seconds)} s`,
  ]);
  const all = [['', 'essais', 'demandés', 'faits', 'en échec', 'durée'], ...cells];
  const widths = all[0].map((_, column) => Math.max(...all.map((line) => line[column].length)));
  const pad = (text, column) => (column < 2 ? text.padEnd(widths[column]) : text.padStart(widths[column]));
  return all.map((line) => line.map(pad).join('  ').trimEnd()).join('\n');
}

const count = (number) => number.toLocaleString('fr-FR').replace(/\s/g, ' ');
