import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { recordProgress } from './progress.ts';

/** Records each test as it ends. A file stands for one test until it is known how many it has. */
export default class VitestProgress implements Reporter {
  onTestRunStart(files: readonly unknown[]): void {
    recordProgress({ planned: files.length });
  }

  onTestModuleCollected(file: TestModule): void {
    const count = [...file.children.allTests()].length;
    // One that has none could not be loaded, and fails.
    if (count > 0) recordProgress({ planned: count - 1 });
  }

  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'passed') recordProgress({ passed: 1 });
  }
}
