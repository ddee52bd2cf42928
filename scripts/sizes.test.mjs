import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './house/root.mjs';
import { findTooBig } from './house/sizes.mjs';

const allowed = [
  // A list in the order of its numbers, which only grows.
  /^docs\/decisions: \d+ files$/,
];

/** A folder of its own with files of so many lines. */
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

test('no source of more than 250 lines, no folder of more than 15 files', () => {
  expect(findTooBig(root).filter((line) => !allowed.some((one) => one.test(line)))).toEqual([]);
});

test('one line too many, one file too many: both are found', () => {
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

test('what is installed, built, generated or only read may be longer', () => {
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
