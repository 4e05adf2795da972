import { defineConfig, devices } from '@playwright/test';
import { findChromium } from '../support/chromium.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: '../support/browser-setup.ts',
  outputDir: './results',
  // The stories measure latency: two browsers on two cores would measure each other.
  workers: 1,
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
