import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Outcome } from './step.ts';

/** Where the reporters write, so that what passed is known also when the run is stopped in the middle. */
export const PROGRESS_FILE = 'BELFRY_TEST_PROGRESS';

type Entry = { planned: number } | { passed: number };

/** For the reporters: appends at once, since a run that is stopped gets no chance to write a report. */
export function recordProgress(entry: Entry): void {
  const file = process.env[PROGRESS_FILE];
  if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`);
}

/** What was planned and did not pass has failed: it was wrong, left out, or not reached before the run was stopped. */
export function readProgress(file: string): Outcome {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const total = { planned: 0, passed: 0 };
  for (const line of lines) {
    const entry: Partial<typeof total> = JSON.parse(line);
    total.planned += entry.planned ?? 0;
    total.passed += entry.passed ?? 0;
  }
  return { passed: total.passed, failed: total.planned - total.passed };
}
