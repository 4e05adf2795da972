import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { recordProgress } from './progress.ts';

/** Records each browser test as it ends. */
export default class PlaywrightProgress implements Reporter {
  onBegin(_config: FullConfig, suite: Suite): void {
    recordProgress({ planned: suite.allTests().length });
  }

  onTestEnd(_test: TestCase, { status }: TestResult): void {
    if (status === 'passed') recordProgress({ passed: 1 });
  }

  printsToStdio(): boolean {
    return false;
  }
}
