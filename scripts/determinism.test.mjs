import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './tools/run.mjs';

// A test has the same result on any day, at any time and on a machine of any speed: tests use no random values, no real
// clock and no fixed pauses. The clock of web's tests is fixed (web/src/testing/setup.ts), so they may read it.
const CHANCE = /Math\.random|\brandomInt\(|\bseed: \d|waitForTimeout|performance\.now|hrtime/;
/** The real pause of Node; `setTimeout` itself is used only with a fake clock. */
const PAUSE = /setTimeout\b[^;]*from 'node:timers\/promises'/;
const CLOCK = /Date\.now\(\)|new Date\(\)/;
const allowed = new Map([
  ['server/src/medications/searching/search-real.test.ts', 'measures only where AMASIN_MEASURE asks for it'],
  ['server/src/permissions/fuzz/fuzz.test.ts', 'judges durations only before a release'],
  ['server/src/races/payment.test.ts', 'gives its provider delays, and waits for its answers'],
  ['e2e/live/orders.spec.ts', 'reports a duration, and asserts nothing about it'],
  ['e2e/start/serve.ts', 'starts the product with its real clock'],
  ['e2e/toasts.ts', 'compares when a toast was shown with when it was expected'],
]);

const files = ['domain/src', 'server/src', 'web/src', 'web/service-worker', 'e2e', 'scripts']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map(
      (path) => `${folder}/${path.replaceAll('\\', '/')}`,
    ),
  )
  .filter((path) => /\.(test|spec|fixture)\.(mjs|tsx?)$|\/testing\/[^/]+\.tsx?$|^e2e\/.*\.ts$/.test(path))
  .filter((path) => path !== 'scripts/determinism.test.mjs')
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

test('no test uses random values, a fixed pause or the real clock', () => {
  const faults = files.filter(
    ({ path, text }) =>
      CHANCE.test(text) || PAUSE.test(text) || (!path.startsWith('web/') && CLOCK.test(text)),
  );
  expect(faults.map(({ path }) => path).sort()).toEqual([...allowed.keys()].sort());
});

test('every property test is in a project whose seed is fixed', () => {
  const projects = files
    .filter(({ text }) => text.includes("from 'fast-check'"))
    .map(({ path }) => path.split('/')[0]);
  expect(new Set(projects)).toEqual(new Set(['domain', 'server']));
  for (const project of new Set(projects)) {
    expect(readFileSync(join(root, project, 'vitest.config.ts'), 'utf8')).toContain('fixed-seed.mjs');
  }
});
