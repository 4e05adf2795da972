import { relative, resolve } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { firstLine, quoted, recordProgress, SEPARATOR, type Failure } from './progress.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const unitOf = ({ moduleId }: TestModule): string => relative(ROOT, moduleId);

const commandFor = (file: TestModule, filter = ''): string =>
  `npx vitest run --project ${file.project.name} ${unitOf(file)}${filter}`;

/** A project that chooses tests by their tags skips the others. No other test may be skipped, which lint forbids. */
const isOfAnotherRun = ({ project, options }: TestCase): boolean =>
  project.config.tagsFilter !== undefined && options.mode === 'skip';

/** A title is a regular expression for vitest, in which the titles of groups and of the test are separated by blanks. */
const filterFor = (test: TestCase): string => {
  const title = test.fullName.replaceAll(' > ', ' ').replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return ` -t ${quoted(title)}`;
};

/** Records each test as it ends. A file counts as one planned test until its tests have been collected. */
export default class VitestProgress implements Reporter {
  onTestRunStart(files: readonly { moduleId: string }[]): void {
    for (const { moduleId } of files) recordProgress({ unit: relative(ROOT, moduleId), planned: 1 });
  }

  onTestModuleCollected(file: TestModule): void {
    const tests = [...file.children.allTests()];
    const planned = tests.filter((test) => !isOfAnotherRun(test));
    // A file without tests could not be loaded; it stays planned and so counts as failed.
    if (tests.length > 0) recordProgress({ unit: unitOf(file), planned: planned.length - 1 });
  }

  onTestCaseResult(test: TestCase): void {
    const unit = unitOf(test.module);
    const { state, errors } = test.result();
    if (state === 'passed') recordProgress({ unit, passed: 1 });
    else if (state === 'failed') {
      const name = [unit, test.fullName].join(SEPARATOR);
      const failure: Failure = {
        name,
        error: firstLine(errors[0]?.message),
        command: commandFor(test.module, filterFor(test)),
      };
      recordProgress({ unit, failure });
    }
  }

  /** Errors that belong to no test: of the file itself, and of hooks before or after all tests of a group. */
  onTestModuleEnd(file: TestModule): void {
    const suites = [...file.children.allSuites()];
    const errors = [...file.errors(), ...suites.flatMap((suite) => suite.errors())];
    for (const { message } of errors) {
      const unit = unitOf(file);
      recordProgress({ unit, failure: { name: unit, error: firstLine(message), command: commandFor(file) } });
    }
  }
}
