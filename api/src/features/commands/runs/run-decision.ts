import { describeErrorRate, exceedsErrorRate } from '../../../lib/error-rate.ts';
import type { RunProgress } from './run-progress.repository.ts';
import type { CommandRunRow } from './runs.repository.ts';

const CHECK_MS = 1_000;
/** The interval while the run waits for devices that are offline only. */
const WAITING_CHECK_MS = 5_000;

/** What a step of a run does next. */
export type RunDecision =
  | { do: 'stop'; reason: string }
  | { do: 'finish' }
  | { do: 'send'; wave: number }
  /** The next step is at `until`; `nextWave`: the pause between two waves begins. */
  | { do: 'wait'; until: number; nextWave: boolean };

type Run = Pick<CommandRunRow, 'wave' | 'waves' | 'pause_s' | 'max_error_rate' | 'next_wave_at'>;

/** Decides what is due for a run that is running; times are milliseconds since 1970. */
export function decideRun(run: Run, { blocking, open, judged, failures }: RunProgress, now: number): RunDecision {
  if (exceedsErrorRate(run.max_error_rate, { judged, failures, open: blocking }))
    return { do: 'stop', reason: describeErrorRate({ judged, failures }) };
  if (blocking > 0) return { do: 'wait', until: now + CHECK_MS, nextWave: false };
  if (run.wave >= run.waves)
    return open > 0 ? { do: 'wait', until: now + WAITING_CHECK_MS, nextWave: false } : { do: 'finish' };
  if (run.wave > 0 && run.pause_s > 0) {
    if (run.next_wave_at === null) return { do: 'wait', until: now + run.pause_s * 1_000, nextWave: true };
    if (run.next_wave_at.getTime() > now) return { do: 'wait', until: run.next_wave_at.getTime(), nextWave: false };
  }
  return { do: 'send', wave: run.wave + 1 };
}
