import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'domain',
    environment: 'node',
    // The same number in every project, or vitest runs none.
    maxWorkers: 2,
    include: ['src/**/*.test.ts'],
    setupFiles: ['../scripts/house/fixed-seed.mjs'],
    // Pure functions share nothing: a fresh world for each file would only cost time.
    isolate: false,
  },
});
