import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './tools/run.mjs';

/** Runs dependency-cruiser with the configuration of the repository on a tree of these files only. */
function violationsIn(files) {
  const folder = mkdtempSync(join(tmpdir(), 'amasin-structure-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const name of ['.dependency-cruiser.cjs', 'tsconfig.base.json']) {
    cpSync(join(root, name), join(folder, name));
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [bin, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'server'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return JSON.parse(stdout).summary.violations;
}

// Without a TypeScript compiler that it supports, dependency-cruiser reads no file and still exits 0. This test fails then,
// `npm run check:layers` does not.
test('a folder that imports from a higher layer is found; its import from a lower layer is allowed', () => {
  const violations = violationsIn({
    'server/src/settings/limit.ts': 'export const limit = 1;\n',
    'server/src/orders/place.ts': 'export const place = 1;\n',
    'server/src/database/pool.ts': [
      "import { limit } from '../settings/limit.ts';",
      "import { place } from '../orders/place.ts';",
      'export const pool = limit + place;\n',
    ].join('\n'),
  });
  expect(violations).toEqual([
    expect.objectContaining({
      from: 'server/src/database/pool.ts',
      to: 'server/src/orders/place.ts',
      rule: expect.objectContaining({ name: expect.stringMatching(/^server-layer-\d+$/) }),
    }),
  ]);
});
