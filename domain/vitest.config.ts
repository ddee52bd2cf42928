import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'domain',
    environment: 'node',
    include: ['src/**/*.test.ts'],
    // Pure functions share nothing: a fresh world for each file would only cost time.
    isolate: false,
  },
});
