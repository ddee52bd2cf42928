import { defineConfig } from '@playwright/test';

/** What Chromium needs in a container, and what keeps it from calling home. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A page here lives some seconds: optimising its code costs more than it saves, a sixth of the browsers' work. */
const shortLived = '--js-flags=--no-turbofan --no-maglev';

const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/start/start-product.ts',
  fullyParallel: true,
  // On two cores: one more than they are, for a test that waits for a line, a clock or a file leaves its core to another.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    actionTimeout: 15_000,
    locale: 'fr-FR',
    timezoneId: 'Africa/Porto-Novo',
    screenshot: 'only-on-failure',
    launchOptions: { args: [...quiet, shortLived], ...(executablePath && { executablePath }) },
  },
});
