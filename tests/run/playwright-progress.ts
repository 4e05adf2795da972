import { relative, resolve } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { firstLine, recordProgress, SEPARATOR } from './progress.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const CONFIG = 'tests/browser/playwright.config.ts';

const fileOf = (test: TestCase): string => relative(ROOT, test.location.file);
const projectOf = (test: TestCase): string => test.parent.project()?.name ?? '';
/** Unique in a run. */
const unitOf = (test: TestCase): string => {
  const [, , , ...titles] = test.titlePath();
  return [`[${projectOf(test)}]`, fileOf(test), ...titles].join(SEPARATOR);
};

/** Records each browser test as it ends. */
export default class PlaywrightProgress implements Reporter {
  onBegin(_config: FullConfig, suite: Suite): void {
    for (const test of suite.allTests()) recordProgress({ unit: unitOf(test), planned: 1 });
  }

  onTestEnd(test: TestCase, { status, error }: TestResult): void {
    const unit = unitOf(test);
    if (status === 'passed') return recordProgress({ unit, passed: 1 });
    const command = `npx playwright test --config ${CONFIG} --project ${projectOf(test)} ${fileOf(test)}:${test.location.line}`;
    recordProgress({ unit, failure: { name: unit, error: firstLine(error?.message ?? status), command } });
  }

  printsToStdio(): boolean {
    return false;
  }
}
