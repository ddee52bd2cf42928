import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

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
          // Fills a database: a part of the drills.
          exclude: [...configDefaults.exclude, ...(process.env.LONG_TESTS ? [] : ['bench/fill.test.mjs'])],
          // Vitest requires the same number in every project.
          maxWorkers: availableParallelism(),
          testTimeout: 300_000,
        },
      },
    ],
  },
});
