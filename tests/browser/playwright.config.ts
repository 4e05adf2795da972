import { defineConfig, devices } from '@playwright/test';
import type { ScreenOptions } from '../screens/support/screen-test.ts';
import { launch, SHORT_LIVED_PAGES } from './support/launch.ts';
import type { StoryOptions } from './support/test.ts';

const TIMED = ['**/fleet-live.spec.ts', '**/live-pages/heard.spec.ts'];

/** Slow down processor and network of the pages, to find stories that depend on the speed of the machine; see CONTRIBUTING.md. */
const { STORIES_CPU_RATE = '1', STORIES_LATENCY_MS = '0' } = process.env;
const slowness = { cpuRate: Number(STORIES_CPU_RATE), latencyMs: Number(STORIES_LATENCY_MS) };

const short = {
  launchOptions: launch(SHORT_LIVED_PAGES),

  slowness,
};
const STORIES = { testMatch: '**/*.spec.ts', testIgnore: TIMED, use: short };
const SCREENS = { testDir: '../screens', testMatch: '**/*.spec.ts', use: short };
/** The tag of stories that run outside of the gate, and that of the screen checks inside of it. */
const FULL = /@full/;
const GATE = /@gate/;

export default defineConfig<StoryOptions & ScreenOptions>({
  testDir: '.',
  globalSetup: '../support/processes/browser-setup.ts',
  outputDir: './results',
  projects: [
    // These measure latencies, which a second browser on the same cores would distort. `tests/run.ts` runs them alone.
    { name: 'timed', testMatch: TIMED, workers: 1 },
    // One story for each thing that people do, and one check of each screen: the part of the gate; see tests/README.md.
    { name: 'stories', ...STORIES, grepInvert: FULL },
    {
      name: 'screens-gate',
      ...SCREENS,
      grep: GATE,
      use: { ...SCREENS.use, views: [{ scheme: 'dark', width: 1440 }], onTablets: false },
    },
    // The rest of them.
    { name: 'more-stories', ...STORIES, grep: FULL },
    { name: 'screens', ...SCREENS },
  ],
  // A test waits for a third of its time, so two workers do not keep two cores busy.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Limits for what hangs: a busy machine may pause for seconds.
  timeout: 180_000 * slowness.cpuRate,
  expect: { timeout: 30_000 * slowness.cpuRate },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // The clock has 24 hours, the week begins on Monday, and the theme is the dark one.
    locale: 'en-GB',
    colorScheme: 'dark',
    // Tracing takes a quarter of the run time, even of tests that pass. Use `--trace on` to debug.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: launch(),
  },
});
