import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      'domain',
      'server',
      'web',
      {
        test: {
          name: 'scripts',
          include: ['{scripts,bench}/**/*.test.mjs'],
          // Vitest requires the same number in every project.
          maxWorkers: availableParallelism(),
          testTimeout: 300_000,
        },
      },
    ],
  },
});
