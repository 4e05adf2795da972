import { hasFailed, readProgress, type Unit } from './progress.ts';
import type { Outcome, Step } from './step.ts';

/** Runs these files or stories alone. The reporter writes what they did to `progress`. */
export type Repeat = (units: readonly Unit[], progress: string, limit: AbortSignal) => Promise<Outcome>;

/** A step that has run. */
export interface Result {
  title: string;
  outcome: Outcome;
  /** Absent for what is never repeated, such as unit tests. */
  repeat?: Repeat | undefined;
}

/** A file or story that failed and then passed alone. */
export interface Flaky {
  name: string;
  /** The first line of the error of its failure. */
  error: string;
}

/** So many failures have a common cause, which a repetition would not explain. */
const REPEATED_MAX = 10;
const MINUTES = 8;

/**
 * Runs what failed once more, alone. What passes then counts as passed, and is named as flaky.
 * @param progressFor the progress file of a repetition
 */
export async function repeatFailures(
  results: readonly Result[],
  run: (step: Step) => Promise<Outcome>,
  progressFor: (title: string) => string,
): Promise<{ results: Result[]; flaky: Flaky[] }> {
  const failed = results.flatMap(({ repeat, outcome }) => (repeat ? outcome.repeatable : []));
  if (failed.length === 0) return { results: [...results], flaky: [] };
  if (failed.length > REPEATED_MAX) {
    console.log(
      `${failed.length} files and stories failed; not repeated, since more than ${REPEATED_MAX} have a common cause`,
    );
    return { results: [...results], flaky: [] };
  }
  const flaky: Flaky[] = [];
  const settled: Result[] = [];
  for (const result of results) {
    const { repeat, outcome } = result;
    if (!repeat || outcome.repeatable.length === 0) {
      settled.push(result);
      continue;
    }
    const title = `${result.title}, repeated`;
    const progress = progressFor(title);
    await run({ title, minutes: MINUTES, work: (limit) => repeat(outcome.repeatable, progress, limit) });
    const passedNow = new Set(
      readProgress(progress)
        .filter((unit) => !hasFailed(unit))
        .map(({ name }) => name),
    );
    const unsteady = outcome.repeatable.filter(({ name }) => passedNow.has(name));
    flaky.push(...unsteady.map(({ name, failures }) => ({ name, error: failures[0]?.error ?? 'was not reached' })));
    settled.push({ ...result, outcome: withPassed(outcome, unsteady) });
  }
  return { results: settled, flaky };
}

/** The outcome once these units have passed. */
function withPassed(outcome: Outcome, units: readonly Unit[]): Outcome {
  const tests = units.reduce((sum, { planned, passed }) => sum + planned - passed, 0);
  return {
    ...outcome,
    passed: outcome.passed + tests,
    failed: outcome.failed - tests,
    repeatable: outcome.repeatable.filter((unit) => !units.includes(unit)),
    failures: outcome.failures.filter((failure) => !units.some((unit) => unit.failures.includes(failure))),
  };
}
