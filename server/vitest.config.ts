import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    setupFiles: ['src/testing/fail-on-noise.ts', '../scripts/tools/fixed-seed.mjs'],
    // The smallest machine has two cores; by default one is left idle.
    maxWorkers: 2,
    pool: 'forks',
    // Each file has a database and a server of its own; the modules, once read, serve them all.
    isolate: false,
    // A busy machine is slow, not wrong.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
