import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // As many as the smallest machine has cores: by default one is left idle.
    maxWorkers: 2,
    projects: ['domain', 'server', 'web', { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'] } }],
  },
});
