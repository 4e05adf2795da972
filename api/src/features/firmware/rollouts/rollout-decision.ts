import { describeErrorRate, exceedsErrorRate } from '../../../lib/error-rate.ts';
import type { RolloutProgress } from './rollout-progress.sql.ts';
import type { RolloutRow } from './rollouts.repository.ts';

/** Devices that install at the same time. */
const OPEN_MAX = 100;
const CHECK_MS = 1_000;

/** What a step of a rollout does next. */
export type RolloutDecision =
  | { do: 'stop'; reason: string }
  | { do: 'finish' }
  | { do: 'send'; limit: number }
  | { do: 'start_phase' }
  /** The next step is at `until`; `isPause`: the pause between two phases begins. */
  | { do: 'wait'; until: number; isPause: boolean };

type Rollout = Pick<RolloutRow, 'phase' | 'phase_pause_s' | 'max_error_rate' | 'next_phase_at'> & { phases: number };

/** Decides what is due for a rollout that is running; times are milliseconds since 1970. */
export function decideRollout(rollout: Rollout, progress: RolloutProgress, now: number): RolloutDecision {
  const { waiting, open, judged, failures } = progress;
  if (exceedsErrorRate(rollout.max_error_rate, { judged, failures, open }))
    return { do: 'stop', reason: describeErrorRate({ judged, failures }) };
  if (waiting > 0 && open < OPEN_MAX) return { do: 'send', limit: OPEN_MAX - open };
  if (waiting > 0 || open > 0) return { do: 'wait', until: now + CHECK_MS, isPause: false };
  if (rollout.phase + 1 >= rollout.phases) return { do: 'finish' };
  const { next_phase_at, phase_pause_s } = rollout;
  if (next_phase_at === null) return { do: 'wait', until: now + phase_pause_s * 1_000, isPause: true };
  if (next_phase_at.getTime() > now) return { do: 'wait', until: next_phase_at.getTime(), isPause: false };
  return { do: 'start_phase' };
}
