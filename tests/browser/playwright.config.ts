import { defineConfig, devices } from '@playwright/test';
import { findChromium } from '../support/chromium.ts';

const TIMED = ['**/fleet-live.spec.ts', '**/accounts-confirm-timing.spec.ts'];

export default defineConfig({
  testDir: '.',
  globalSetup: '../support/browser-setup.ts',
  outputDir: './results',
  projects: [
    // They measure milliseconds: another browser on the same cores would be measured too. `tests/run.ts` runs them alone.
    { name: 'timed', testMatch: TIMED, workers: 1 },
    { name: 'stories', testMatch: '**/*.spec.ts', testIgnore: TIMED },
  ],
  // A story waits for the page more than it computes.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // A quarter of the time, even where nothing fails: who looks for a fault says --trace on.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      // The system's Chromium phones home on its own account; stories talk to our server only.
      args: ['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
});
