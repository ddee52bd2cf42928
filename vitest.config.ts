import { configDefaults, defineConfig } from 'vitest/config';

/** The benchmark and what builds and checks the source: only `npm test -- --all` tests them. */
export const LONG = ['bench/api/**', 'scripts/structure.test.mjs', 'scripts/tools/build-server.test.mjs'];

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
