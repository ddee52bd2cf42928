import { configDefaults, defineConfig } from 'vitest/config';

/**
 * A network that fails, and the screens beside ordering, prescribing, assigning and delivering: only `npm test -- --all` runs
 * them.
 */
export const LONG = [
  'src/audit/**',
  'src/consultations/**',
  'src/layout/**',
  'src/medications/**',
  'src/notifications/**',
  'src/pages/customer/ordering/offline.test.tsx',
  'src/pages/customer/profile*.test.tsx',
  'src/pages/form-errors.test.tsx',
  'src/pages/{no-response,offline}/**',
  'src/pages/staff/{accounts,digitizing}/**',
  'src/pages/staff/cpanel*.test.tsx',
  'src/pages/staff/panels/**',
  'src/pages/visitor/{joining,recovery}/**',
  'src/payments/reviewing/**',
  'src/pharmacies/**',
  'src/stats/**',
  'src/users/**',
  'src/zones/**',
];

export default defineConfig({
  test: {
    name: 'web',
    environment: 'jsdom',
    // One DOM and one copy of the libraries per worker: half of the processor time of new ones per file (vmThreads).
    isolate: false,
    pool: 'forks',
    maxWorkers: 2,
    include: ['src/**/*.test.{ts,tsx}', 'service-worker/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(process.env.SHORT_TESTS ? LONG : [])],
    testTimeout: 300_000,
    setupFiles: ['./src/testing/setup.ts'],
    fakeTimers: { now: Date.parse('2026-11-20T10:00:00Z') },
  },
});
