import { defineConfig, devices } from '@playwright/test';
import { findChromium } from '../support/chromium.ts';

/** They measure how soon a message shows: nothing else may run beside them. */
const MEASURING = 'fleet-live.spec.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: '../support/browser-setup.ts',
  outputDir: './results',
  // Each worker has a product of its own.
  workers: '100%',
  projects: [
    { name: 'measuring', testMatch: MEASURING, workers: 1 },
    { name: 'stories', testIgnore: MEASURING, dependencies: ['measuring'] },
  ],
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
