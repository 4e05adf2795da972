import { existsSync, readFileSync } from 'node:fs';
import type { JSONReport } from '@playwright/test/reporter';
import { runCommand, type Finished, type Outcome } from './step.ts';

type Result = Outcome & { output: string };

/** The part of vitest's JSON report that is counted. */
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}

/** A check that has no count of its own: it passes or it fails. */
export async function check(argv: readonly string[]): Promise<Result> {
  const { code, output } = await runCommand(argv);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
}

/** Runs vitest projects. A skipped test counts as failed: nothing here is left out. */
export async function vitest(projects: readonly string[], reportFile: string): Promise<Result> {
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const finished = await runCommand(['vitest', 'run', ...chosen, ...reporters]);
  const report = read(reportFile) as VitestReport | undefined;
  if (!report) return conclude(finished, 0, 0);
  const unloadable = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  const skipped = report.numPendingTests + report.numTodoTests;
  return conclude(finished, report.numPassedTests, report.numFailedTests + unloadable.length + skipped);
}

/** Runs the browser stories with the given Chromium. */
export async function playwright(reportFile: string, chromium: string): Promise<Result> {
  const config = 'tests/browser/playwright.config.ts';
  const finished = await runCommand(['playwright', 'test', '--config', config, '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile,
    CHROMIUM_PATH: chromium,
  });
  const stats = (read(reportFile) as JSONReport | undefined)?.stats;
  if (!stats) return conclude(finished, 0, 0);
  return conclude(finished, stats.expected, stats.unexpected + stats.flaky + stats.skipped);
}

/** An error outside of any test fails the run though every count is fine. */
function conclude({ code, output }: Finished, passed: number, failed: number): Result {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, output };
}

function read(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
