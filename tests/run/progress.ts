import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Outcome } from './step.ts';

/** The file to which the reporters write, so that the counts are known also when a run is stopped halfway. */
export const PROGRESS_FILE = 'BELFRY_TEST_PROGRESS';

type Entry = { planned: number } | { passed: number };

/** Called by the reporters. Appends immediately, since a run that is killed cannot write a report at its end. */
export function recordProgress(entry: Entry): void {
  const file = process.env[PROGRESS_FILE];
  if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`);
}

/** Counts every planned test that did not pass as failed: it failed, was skipped, or was not reached. */
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
