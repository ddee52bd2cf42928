import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'domain',
    environment: 'node',
    // vitest requires the same number in every project.
    maxWorkers: 2,
    include: ['src/**/*.test.ts'],
    setupFiles: ['../scripts/tools/fixed-seed.mjs'],
    // Pure functions share no state, so isolating files would only cost time.
    isolate: false,
    // A busy machine is slow, not wrong; the first generated text alone takes fast-check a second of it.
    testTimeout: 300_000,
  },
});
