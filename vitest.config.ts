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
          maxWorkers: 2,
          testTimeout: 300_000,
        },
      },
    ],
  },
});
