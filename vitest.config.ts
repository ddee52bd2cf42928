import { configDefaults, defineConfig } from 'vitest/config';

/** The benchmark fills databases: only `npm test -- --all` tests it. */
export const LONG = ['bench/api/**'];

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
          exclude: [...configDefaults.exclude, ...(process.env.SHORT_TESTS ? LONG : [])],
          maxWorkers: 2,
          testTimeout: 300_000,
        },
      },
    ],
  },
});
