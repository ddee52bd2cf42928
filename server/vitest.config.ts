import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/**
 * Files that repeat, wait, fill a database, or start and kill processes. `npm run test:long` runs each kind as a part, and
 * `npm test -- FILE` the one that it is given.
 */
const LONG = '**/*.{crash,restore,hostile,providers,plans}.test.ts';

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(process.env.LONG_TESTS ? [] : [LONG])],
    globalSetup: ['src/testing/global-setup.ts'],
    setupFiles: ['src/testing/fail-on-noise.ts', '../scripts/tools/fixed-seed.mjs'],
    // By default, Vitest leaves one core idle.
    maxWorkers: availableParallelism(),
    pool: 'forks',
    // Each file has a database and a server of its own; the modules of a worker serve all its files.
    isolate: false,
    // A busy machine is slow, not wrong.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
