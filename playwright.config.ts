import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/** Arguments that Chromium needs in a container, and that disable its own network requests. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Test pages stay open for seconds, so optimising their code costs more than it saves: a sixth of the CPU time. */
const shortLived = '--js-flags=--no-turbofan --no-maglev';

/** The main journeys, from end to end: `npm test` runs these, `npm run test:long -- --only browser` every path (decision 53). */
const JOURNEYS = [
  '**/consultations/chat.spec.ts',
  '**/customers/{consent,gestures,leave-out,receipt}.spec.ts',
  '**/live/{bell,order-journey}.spec.ts',
  '**/offline/{deliveries,ordering}.spec.ts',
  '**/payments/{closed-browser,decisions,partners,pay-once,payment}.spec.ts',
  '**/prescriptions/{codes,journeys,prescribing,rests,substitution,warnings}.spec.ts',
  '**/staff/{journal,reading-morning,statements}.spec.ts',
  '**/visitors/{first-order,pharmacies,recovery,sign-in,sign-up}.spec.ts',
];

/** These tests assign orders to any free courier or pharmacy, including those of other tests, so they run last. */
const ALONE = '**/supervision/**';

/** Outside demo mode, with each payment provider and with Firebase; `npm run test:long -- --only providers`. */
const PRODUCTION = '**/production/*.spec.ts';

const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/start/start-product.ts',
  fullyParallel: true,
  // One more than the cores, because tests often wait for the network, a timer or a file.
  workers: availableParallelism() + 1,
  // A busy machine is slow, not wrong.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  projects: [
    { name: 'journeys', testMatch: JOURNEYS },
    { name: 'screens', testIgnore: [...JOURNEYS, ALONE, PRODUCTION] },
    { name: 'alone', testMatch: ALONE, dependencies: ['journeys', 'screens'] },
    { name: 'production', testMatch: PRODUCTION },
  ],
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    actionTimeout: 30_000,
    locale: 'fr-FR',
    timezoneId: 'Africa/Porto-Novo',
    screenshot: 'only-on-failure',
    launchOptions: { args: [...quiet, shortLived], ...(executablePath && { executablePath }) },
  },
});
