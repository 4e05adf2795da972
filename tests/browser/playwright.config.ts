import { defineConfig, devices } from '@playwright/test';
import { findChromium } from '../support/processes/chromium.ts';

const TIMED = ['**/fleet-live.spec.ts', '**/sign-in/confirm-timing.spec.ts'];

export default defineConfig({
  testDir: '.',
  globalSetup: '../support/processes/browser-setup.ts',
  outputDir: './results',
  projects: [
    // These measure latencies, which a second browser on the same cores would distort. `tests/run.ts` runs them alone.
    { name: 'timed', testMatch: TIMED, workers: 1 },
    { name: 'stories', testMatch: '**/*.spec.ts', testIgnore: TIMED },
  ],
  // A test mostly waits for the page, so two workers keep both cores busy.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // Tracing takes a quarter of the run time, even of tests that pass. Use `--trace on` to debug.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      // Chromium's own background requests are disabled so that tests contact only the server under test.
      args: ['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
});
