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

const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/start/start-product.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    actionTimeout: 15_000,
    locale: 'fr-FR',
    timezoneId: 'Africa/Porto-Novo',
    screenshot: 'only-on-failure',
    launchOptions: { args: quiet, ...(executablePath && { executablePath }) },
  },
});
