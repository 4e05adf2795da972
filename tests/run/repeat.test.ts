import { mkdtempSync, readFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Unit } from './progress.ts';
import { repeatFailures, type Result } from './repeat.ts';
import { report } from './report.ts';
import { createSteps, limitMs, type Outcome } from './step.ts';

let folder: string;
let log: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'belfry-repeat-'));
  log = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void log.push(...line.split('\n')));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const failed = (name: string): Unit => ({
  name,
  planned: 3,
  passed: 2,
  failures: [{ name: `${name} › two`, error: 'was 3', command: `npx vitest run ${name}` }],
});

const outcomeOf = (...units: Unit[]): Outcome => ({
  passed: 10,
  failed: units.length,
  repeatable: units,
  failures: units.flatMap(({ failures }) => failures),
  output: '',
});

/** A step whose files pass when they are repeated, except for those named here. */
function step(title: string, units: readonly Unit[], stillFailing: readonly string[] = []) {
  const repeated: string[] = [];
  const result: Result = {
    title,
    outcome: outcomeOf(...units),
    async repeat(again, progress) {
      repeated.push(...again.map(({ name }) => name));
      const lines = again.map(({ name }) =>
        JSON.stringify({ unit: name, planned: 3, passed: stillFailing.includes(name) ? 2 : 3 }),
      );
      writeFileSync(progress, lines.join('\n'));
      return outcomeOf();
    },
  };
  return { result, repeated };
}

const run = createSteps(1);
const progressFor = (title: string): string => join(folder, title);

describe('what failed', () => {
  it('is repeated once: what passes then counts as passed and is named as flaky, the rest stays failed', async () => {
    const flows = step('flows', [failed('a.test.ts'), failed('b.test.ts')], ['b.test.ts']);
    const { results, flaky } = await repeatFailures([flows.result], run, progressFor);
    expect(flows.repeated).toEqual(['a.test.ts', 'b.test.ts']);
    expect(flaky).toEqual([{ name: 'a.test.ts', error: 'was 3' }]);
    expect(results[0]?.outcome).toMatchObject({ passed: 11, failed: 1, failures: [{ name: 'b.test.ts › two' }] });
  });

  it('is not repeated where the step says so, and where more than ten files and stories failed', async () => {
    const units = step('units', [failed('u.test.ts')]);
    const { repeat: _, ...never } = units.result;
    const many = step(
      'flows',
      Array.from({ length: 11 }, (_, at) => failed(`${at}.test.ts`)),
    );
    const { results, flaky } = await repeatFailures([never, many.result], run, progressFor);
    expect([...units.repeated, ...many.repeated, ...flaky]).toEqual([]);
    expect(results.map(({ outcome }) => outcome.failed)).toEqual([1, 11]);
  });
});

describe('the end of a run', () => {
  const flakyLog = () => join(folder, 'flaky.log');

  it('names each failed test with its error and the command that repeats it, and the total in the last line', () => {
    const { result } = step('flows', [failed('a.test.ts')]);
    const unreached = { ...result, outcome: { ...result.outcome, failed: 3 } };
    expect(report([unreached], [], flakyLog())).toBe(false);
    expect(log.map((line) => line.trim()).filter(Boolean)).toEqual([
      'Failed:',
      'a.test.ts › two',
      'was 3',
      'npx vitest run a.test.ts',
      '2 more were skipped or not reached',
      '10 passed, 3 failed',
    ]);
    expect(existsSync(flakyLog())).toBe(false);
  });

  it('names three flaky tests and passes, with a log of their errors', () => {
    const flaky = ['a', 'b', 'c'].map((name) => ({ name, error: `error of ${name}` }));
    expect(report([{ title: 'flows', outcome: outcomeOf() }], flaky, flakyLog())).toBe(true);
    expect(log.filter(Boolean)).toEqual(['flaky: a', 'flaky: b', 'flaky: c', '10 passed, 0 failed']);
    expect(readFileSync(flakyLog(), 'utf8')).toBe('a\n  error of a\nb\n  error of b\nc\n  error of c\n');
  });

  it('fails for four', () => {
    const flaky = ['a', 'b', 'c', 'd'].map((name) => ({ name, error: 'error' }));
    expect(report([{ title: 'flows', outcome: outcomeOf() }], flaky, flakyLog())).toBe(false);
    expect(log.slice(-1)).toEqual(['10 passed, 1 failed']);
  });
});

describe('the time limit of a step', () => {
  it('is a whole number of milliseconds, also when less of the run is left than the step may take', () => {
    expect([limitMs(5, 1e9), limitMs(5, 1234.5678), limitMs(5, -3.2)]).toEqual([300_000, 1_234, 0]);
  });

  it('ends a step that begins with a fraction of a millisecond less than its minutes left', async () => {
    const outcome = await createSteps(1)({ title: 'late', minutes: 1, work: async () => outcomeOf() });
    expect(outcome.passed).toBe(10);
  });
});
