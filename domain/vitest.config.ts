import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'domain',
    environment: 'node',
    maxWorkers: availableParallelism(),
    include: ['src/**/*.test.ts'],
    setupFiles: ['../scripts/tools/fixed-seed.mjs'],
    // Pure functions share no state, so isolating files would only cost time.
    isolate: false,
    // Tests must not fail on a busy machine; fast-check needs a second for its first generated text alone.
    testTimeout: 300_000,
  },
});
