import type { CommandRunRow } from './command-runs.table.ts';
import type { RunProgress } from './run-progress.repository.ts';

const CHECK_MS = 1_000;
/** While only devices that are offline are waited for. */
const WAITING_CHECK_MS = 5_000;
/** 0.29 × 100 is a little less than 29. */
const ROUNDING = 1e-9;

/** What a step of a run does next. */
export type RunDecision =
  | { do: 'stop'; reason: string }
  | { do: 'finish' }
  | { do: 'send'; wave: number }
  /** Looks again then; `nextWave`: the pause between two waves begins. */
  | { do: 'wait'; until: number; nextWave: boolean };

type Run = Pick<CommandRunRow, 'wave' | 'waves' | 'pause_s' | 'max_error_rate' | 'next_wave_at'>;

/** Decides what is due for a run that is running; times are milliseconds since 1970. */
export function decideRun(run: Run, { blocking, open, judged, failures }: RunProgress, now: number): RunDecision {
  if (exceedsErrorRate(run, { blocking, judged, failures }))
    return { do: 'stop', reason: describeErrors(judged, failures) };
  if (blocking > 0) return { do: 'wait', until: now + CHECK_MS, nextWave: false };
  if (run.wave >= run.waves)
    return open > 0 ? { do: 'wait', until: now + WAITING_CHECK_MS, nextWave: false } : { do: 'finish' };
  if (run.wave > 0 && run.pause_s > 0) {
    if (run.next_wave_at === null) return { do: 'wait', until: now + run.pause_s * 1_000, nextWave: true };
    if (run.next_wave_at.getTime() > now) return { do: 'wait', until: run.next_wave_at.getTime(), nextWave: false };
  }
  return { do: 'send', wave: run.wave + 1 };
}

/** Certain already while deliveries are open: even if all of them succeed, the rate is exceeded. */
const exceedsErrorRate = (
  { max_error_rate }: Pick<Run, 'max_error_rate'>,
  { blocking, judged, failures }: Pick<RunProgress, 'blocking' | 'judged' | 'failures'>,
): boolean => max_error_rate < 1 && failures > max_error_rate * (judged + blocking) + ROUNDING;

const describeErrors = (judged: number, failures: number): string =>
  `${failures} of ${judged} devices failed (${Math.round((failures / judged) * 100)} %), which is more than allowed`;
