import type { Programme } from '@belfry/schemas/http/schedules/programme';
import type { RunLog } from '../hardware/run-log.ts';
import { timelineOf } from './timeline.ts';

/**
 * Marks the announcements of a new programme as handled that the device had not been given before their instant: it was
 * somewhere else then, so it neither plays them late nor reports them.
 */
export function leaveOutFormerRuns(runs: RunLog, before: Programme | null, programme: Programme | null): void {
  if (!programme) return;
  const compiledAt = Date.parse(programme.compiled_at);
  const known = new Set(before?.runs.map(({ run_id }) => run_id));
  for (const { run, at } of timelineOf(programme).speech) {
    if (at >= compiledAt) return;
    if (!known.has(run.run_id) && !runs.has(run.run_id)) runs.set(run.run_id, { at, ended: true });
  }
}
