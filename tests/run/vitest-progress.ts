import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { recordProgress } from './progress.ts';

/** Records each test as it ends. A file counts as one planned test until its tests have been collected. */
export default class VitestProgress implements Reporter {
  onTestRunStart(files: readonly unknown[]): void {
    recordProgress({ planned: files.length });
  }

  onTestModuleCollected(file: TestModule): void {
    const count = [...file.children.allTests()].length;
    // A file without tests could not be loaded; it stays planned and so counts as failed.
    if (count > 0) recordProgress({ planned: count - 1 });
  }

  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'passed') recordProgress({ passed: 1 });
  }
}
