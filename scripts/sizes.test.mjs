import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './tools/run.mjs';

const MAX_LINES = 250;
const MAX_FILES = 15;
const SOURCE = /\.(?:[cm]?[jt]s|tsx|css|sql)$/;
/** Installed, built or generated; names that begin with a dot belong to tools. */
const IGNORED = /^(?:\..*|node_modules|build|data|coverage|test-results|playwright-report|migrations)$/;

/**
 * Finds source files over 250 lines and folders over 15 files (DESIGN 8). Reads the folders, so that it works without git.
 * @returns sorted lines like `web/src/layout: 16 files` and `web/src/root.tsx: 251 lines`
 */
function findTooBig(base) {
  const found = [];
  const walk = (folder) => {
    const entries = readdirSync(join(base, folder), { withFileTypes: true }).filter(
      ({ name }) => !IGNORED.test(name),
    );
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
    if (files.length > MAX_FILES) found.push(`${folder}: ${files.length} files`);
    for (const file of files.filter((name) => SOURCE.test(name))) {
      const lines = readFileSync(join(base, file), 'utf8').split('\n').length - 1;
      if (lines > MAX_LINES) found.push(`${file}: ${lines} lines`);
    }
    for (const entry of entries) if (entry.isDirectory()) walk(join(folder, entry.name));
  };
  walk('.');
  return found.sort();
}

const allowed = [
  // Decisions are numbered and never removed.
  /^docs\/decisions: \d+ files$/,
];

/** Creates a temporary folder with files of the given numbers of lines. */
function plant(files) {
  const folder = mkdtempSync(join(tmpdir(), 'amasin-sizes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, lines] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), 'a\n'.repeat(lines));
  }
  return folder;
}

const many = (count, path) => Array.from({ length: count }, (_, n) => [path.replace('*', n), 1]);

test('no source file has more than 250 lines, no folder more than 15 files', () => {
  expect(findTooBig(root).filter((line) => !allowed.some((one) => one.test(line)))).toEqual([]);
});

test('finds one line too many and one file too many', () => {
  const folder = plant([
    ['web/src/orders/orders.module.css', 251],
    ['web/src/orders/Order.tsx', 250],
    ...many(16, 'server/src/zones/zone-*.test.ts'),
    ...many(15, 'server/src/orders/order-*.ts'),
  ]);
  expect(findTooBig(folder)).toEqual([
    'server/src/zones: 16 files',
    'web/src/orders/orders.module.css: 251 lines',
  ]);
});

test('ignores installed, built and generated files, and documentation', () => {
  const folder = plant([
    ['node_modules/pg/index.js', 300],
    ['web/build/client/entry.js', 300],
    ['web/.react-router/types.ts', 300],
    ['server/src/database/migrations/0001_first.sql', 300],
    ['docs/coverage.md', 300],
    ['package-lock.json', 300],
  ]);
  expect(findTooBig(folder)).toEqual([]);
});
