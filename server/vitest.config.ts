import { configDefaults, defineConfig } from 'vitest/config';

/** What takes seconds, because it repeats, waits, starts processes or tries every call: only `npm test -- --all` runs it. */
export const LONG = [
  'src/audit/coverage.test.ts',
  'src/backup/**',
  'src/benefits/paying/random-ledger.test.ts',
  'src/cli/**',
  'src/consultations/random-talk.test.ts',
  'src/database/embedded/**',
  'src/database/silence.test.ts',
  'src/demo/**',
  'src/files/{isolation,links}/**',
  'src/files/pictures/{hostile-pictures,redraw-picture}.test.ts',
  'src/files/uploading/{hostile-files,over-http}.test.ts',
  'src/http/limits.test.ts',
  'src/jobs/{send-push,start-jobs}.test.ts',
  'src/live/{hostile,restart,two-processes}.test.ts',
  'src/medications/importing/**',
  'src/medications/scans.test.ts',
  'src/medications/searching/{everyday-names,search-laws,search-real}.test.ts',
  'src/orders/large-lists/large-lists.test.ts',
  'src/orders/model-test/**',
  'src/payments/providers/**',
  'src/permissions/**',
  'src/prescriptions/printing/**',
  'src/prescriptions/ten-thousand-guesses.test.ts',
  'src/races/**',
  'src/scopes/**',
  'src/session/codes/{limits,strangers}.test.ts',
  'src/session/rate-limits/**',
  'src/start/**',
  'src/statements/{long-statements,random-months}.test.ts',
];

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(process.env.SHORT_TESTS ? LONG : [])],
    globalSetup: ['src/testing/global-setup.ts'],
    setupFiles: ['src/testing/fail-on-noise.ts', '../scripts/tools/fixed-seed.mjs'],
    // The smallest machine has two cores; by default one is left idle.
    maxWorkers: 2,
    pool: 'forks',
    // Each file has a database and a server of its own; the modules, once read, serve them all.
    isolate: false,
    // A busy machine is slow, not wrong.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
