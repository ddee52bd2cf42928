import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'web',
    environment: 'jsdom',
    // One DOM and one copy of the libraries per worker: half of the processor time of new ones per file (vmThreads).
    isolate: false,
    pool: 'forks',
    maxWorkers: availableParallelism(),
    include: ['src/**/*.test.{ts,tsx}', 'service-worker/*.test.ts'],
    testTimeout: 300_000,
    setupFiles: ['./src/testing/setup.ts'],
    fakeTimers: { now: Date.parse('2026-11-20T10:00:00Z') },
  },
});
