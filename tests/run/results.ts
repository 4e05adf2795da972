import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** A test that failed. */
export type Failure = {
  /** File and title. */
  name: string;
  /** The first line of the error. */
  error: string;
  /** The command that runs it alone; empty where none does. */
  command: string;
};

/** What a step found. `flaky`: file, title and error of tests that failed and then passed. */
export type Results = { passed: number; failures: Failure[]; flaky: { name: string; error: string }[]; output: string };

const ROOT = resolve(import.meta.dirname, '../..');

/** The first line of an error message, without the colours of a terminal. */
const firstLine = (message = 'failed without a message'): string =>
  (
    stripVTControlCharacters(message)
      .split('\n')
      .find((line) => line.trim() !== '') ?? ''
  ).trim();

/** Quoted for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const read = (report: string): unknown => (existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null);

export const failure = (name: string, error: string, command = '', output = error): Results => ({
  passed: 0,
  failures: [{ name, error: firstLine(error), command }],
  flaky: [],
  output,
});

type VitestReport = {
  testResults: {
    name: string;
    status: 'passed' | 'failed';
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[]; tags: string[] }[];
  }[];
};

/**
 * What the JSON reporter of Vitest wrote; null where it wrote nothing.
 * @param leavesOut whether the run leaves out tests with these tags. Any other skipped test has failed: its `beforeAll` has, or somebody skips it
 */
export function readVitest(
  report: string,
  leavesOut: (tags: readonly string[]) => boolean,
): Omit<Results, 'output'> | null {
  const written = read(report) as VitestReport | null;
  if (!written) return null;
  const results: Omit<Results, 'output'> = { passed: 0, failures: [], flaky: [] };
  for (const { name, status, message, assertionResults } of written.testResults) {
    const file = relative(ROOT, name);
    const tests = assertionResults.filter((test) => test.status !== 'skipped' || !leavesOut(test.tags));
    for (const { fullName, status: state, failureMessages } of tests) {
      // The name begins with that of the file, which is empty.
      const title = fullName.trim();
      const error = firstLine(failureMessages[0] ?? (message || 'was skipped, or a hook before it failed'));
      if (state !== 'passed') {
        const pattern = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
        const command = `npx vitest run ${file} -t ${quoted(pattern)}`;
        results.failures.push({ name: `${file} › ${title}`, error, command });
        continue;
      }
      results.passed += 1;
      if (failureMessages.length > 0) results.flaky.push({ name: `${file} › ${title}`, error });
    }
    const hasNoTests = assertionResults.length === 0;
    if (status === 'failed' && (hasNoTests || tests.every((test) => test.status === 'passed'))) {
      const error = firstLine(message || 'an error outside of any test');
      results.failures.push({ name: file, error, command: `npx vitest run ${file}` });
    }
  }
  return results;
}

type PlaywrightSuite = {
  file: string;
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    line: number;
    tests: {
      projectName: string;
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      results: { error?: { message?: string } }[];
    }[];
  }[];
};

/** What the JSON reporter of Playwright wrote; null where it wrote nothing. */
export function readPlaywright(report: string, config: string): Omit<Results, 'output'> | null {
  const written = read(report) as { suites: PlaywrightSuite[] } | null;
  if (!written) return null;
  const results: Omit<Results, 'output'> = { passed: 0, failures: [], flaky: [] };
  const visit = ({ file, suites: inner = [], specs }: PlaywrightSuite): void => {
    for (const { title, line, tests } of specs) {
      for (const { projectName, status, results: tries } of tests) {
        const name = `${file} › ${title}`;
        const error = firstLine(tries.find((each) => each.error)?.error?.message);
        const command = `npx playwright test --config ${config} --project ${projectName} ${file}:${line}`;
        if (status === 'expected' || status === 'flaky') results.passed += 1;
        else results.failures.push({ name, error, command });
        if (status === 'flaky') results.flaky.push({ name, error });
      }
    }
    for (const each of inner) visit(each);
  };
  for (const suite of written.suites) visit(suite);
  return results;
}
