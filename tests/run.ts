import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { endChild, runToEnd } from '@belfry/infra/local/processes/child';
import { ensureWebBuilt } from '@belfry/infra/local/web';
import { createSteps, type Outcome } from './run/step.ts';
import { CHOSEN_ENGINE_TESTS } from './engines/tests.ts';
import { check, playwright, vitest } from './run/suites.ts';
import { ensureChromium } from './support/processes/chromium.ts';
import { previousCommit } from './support/upgrade/release.ts';
import { hasRabbitmq } from './support/engines/rabbitmq-node.ts';

/** Runs all checks and tests, the fastest first and beside each other where nothing is timed. The last line of the output is the total. */
process.chdir(resolve(import.meta.dirname, '..'));
process.env['PATH'] = [resolve('node_modules/.bin'), process.env['PATH']].join(delimiter);
const reports = mkdtempSync(join(tmpdir(), 'belfry-reports-'));
// Dozens of tests start the api, the broker or devices as processes, each of which compiles the same modules. It halves their start.
process.env['NODE_COMPILE_CACHE'] = join(reports, 'compile-cache');
const projects = (...names: string[]): string[] => names.flatMap((name) => ['--project', name]);

/** Less than the 60 minutes of `.ci/run`, so that the run reports its counts before it is stopped from outside. */
const TOTAL_MINUTES = 57;
/** Limits per step: at least twice what two slow cores have needed. */
const MINUTES = {
  lint: 8,
  types: 8,
  units: 10,
  flows: 20,
  engines: 5,
  audio: 6,
  build: 6,
  chaos: 15,
  timed: 5,
  upgrade: 8,
  browser: 38,
};

/** By default vitest leaves one of two cores idle. */
const TWO_WORKERS = ['--maxWorkers=2'];
/** Each thread of the type-aware rules has types of its own, so more of them need more processor time. The other checks need some too. */
const LINT_THREADS = { GOMAXPROCS: String(Math.max(1, Math.floor(availableParallelism() / 2))) };
const BROWSER = ['--config', 'tests/browser/playwright.config.ts'];

async function buildWeb(limit: AbortSignal): Promise<Outcome & { output: string }> {
  await ensureWebBuilt((command) =>
    runToEnd(command, ({ process }) => {
      limit.addEventListener('abort', () => void endChild(process, 'SIGTERM', 1_000), { once: true });
    }),
  );
  return { passed: 1, failed: 0, output: '' };
}

const stories = (project: string, limit: AbortSignal) =>
  playwright([...BROWSER, '--project', project], join(reports, `${project}.jsonl`), limit, {
    CHROMIUM_PATH: ensureChromium(),
  });

/** RabbitMQ in the place of the bundled broker, where it is installed. */
async function engines(): Promise<Outcome[]> {
  if (!hasRabbitmq) {
    console.log('RabbitMQ is not installed, so nothing is tested on it');
    return [];
  }
  const options = [...projects('engines'), ...CHOSEN_ENGINE_TESTS];
  return [await step('engines', MINUTES.engines, (limit) => vitest(options, join(reports, 'engines.jsonl'), limit))];
}

/** The upgrade from the previous release, where the history of this clone contains it. */
async function upgrade(): Promise<Outcome[]> {
  if (previousCommit() === null) {
    console.log('the previous release is not in the history of this clone, so no upgrade from it is tested');
    return [];
  }
  const report = join(reports, 'upgrade.jsonl');
  return [await step('upgrade', MINUTES.upgrade, (limit) => vitest(projects('upgrade'), report, limit))];
}

const step = createSteps(TOTAL_MINUTES);
const startedAt = performance.now();
const outcomes = [
  ...(await Promise.all([
    step('lint and format', MINUTES.lint, (limit) => check(['npm', 'run', '--silent', 'lint'], limit, LINT_THREADS)),
    step('types', MINUTES.types, (limit) => check(['npm', 'run', '--silent', 'typecheck'], limit)),
    step('console build', MINUTES.build, buildWeb),
  ])),
  // Units compute; the stories on RabbitMQ wait for its start.
  ...(
    await Promise.all([
      step('units', MINUTES.units, (limit) =>
        vitest([...projects('unit', 'web'), ...TWO_WORKERS], join(reports, 'units.jsonl'), limit),
      ),
      engines(),
    ])
  ).flat(),
  // Both mostly wait: flows for Postgres and the broker, chaos tests for processes that they have killed.
  ...(await Promise.all([
    step('flows', MINUTES.flows, (limit) => vitest(projects('flows', 'isolated'), join(reports, 'flows.jsonl'), limit)),
    step('chaos', MINUTES.chaos, (limit) => vitest(projects('chaos'), join(reports, 'chaos.jsonl'), limit)),
  ])),
  await step('audio', MINUTES.audio, (limit) => vitest(projects('audio'), join(reports, 'audio.jsonl'), limit)),
  await step('timed chaos', MINUTES.chaos, (limit) =>
    vitest(projects('chaos-timed'), join(reports, 'chaos-timed.jsonl'), limit),
  ),
  ...(await upgrade()),
  await step('timed browser stories', MINUTES.timed, (limit) => stories('timed', limit)),
  await step('browser stories', MINUTES.browser, (limit) => stories('stories', limit)),
];

rmSync(reports, { recursive: true, force: true });
console.log(`${'all'.padEnd(28)} ${((performance.now() - startedAt) / 60_000).toFixed(1)} min`);
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
