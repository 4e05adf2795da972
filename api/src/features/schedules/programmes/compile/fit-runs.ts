import { PROGRAMME_RUNS_MAX } from '@belfry/schemas/domain/announcements';
import type { ProgrammeRun } from '@belfry/schemas/http/schedules/programme';

/** The runs that a programme holds; `cut` is the first one that it does not, null if it reaches as far as it should. */
export type FittedRuns = { runs: ProgrammeRun[]; cut: ProgrammeRun | null };

const endOf = (run: ProgrammeRun): number => Date.parse('until' in run ? run.until : run.at);

/**
 * Leaves out runs where there are too many: first those that were over before the last day was added, which only a late device would play,
 * then the last ones, which follow with the programme of the next day.
 * @param runs by time
 * @param rollover when the last day was added, in milliseconds since 1970
 */
export function fitRuns(runs: ProgrammeRun[], rollover: number, max = PROGRAMME_RUNS_MAX): FittedRuns {
  if (runs.length <= max) return { runs, cut: null };
  const coming = runs.filter((run) => endOf(run) >= rollover);
  return { runs: coming.slice(0, max), cut: coming[max] ?? null };
}
