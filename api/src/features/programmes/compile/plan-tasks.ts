import type { Place } from '../../places/index.ts';
import { MINUTE_MS, runIdOf, type ScheduleRow } from '../../schedules/index.ts';
import type { NewTask } from '../tasks.repository.ts';
import { createExpansion, type Range } from './expand-schedule.ts';
import type { Inputs } from './inputs.ts';

type Kind = NewTask['kind'];
const NO_ZONE = 'UTC';

/** What the server does for a schedule; null: nothing. */
function kindOf({ action, missed }: ScheduleRow): Kind | null {
  if (action.type === 'maintenance' || action.type === 'report') return action.type;
  return action.type === 'message' && missed.policy === 'notify' ? 'check' : null;
}

/** The tasks of an owner's schedules in a range, one for each instant; a report is made once, in the first zone. */
export function planTasks(
  inputs: Inputs,
  places: readonly Place[],
  reach: (place: Place) => readonly ScheduleRow[],
  range: Range,
): NewTask[] {
  const zones = new Map<number, Set<string>>();
  for (const place of places) {
    for (const { id } of reach(place)) zones.set(id, (zones.get(id) ?? new Set()).add(place.time_zone));
  }
  const expand = createExpansion(range, inputs.holidays);
  return inputs.schedules.flatMap((row) => {
    const kind = row.enabled ? kindOf(row) : null;
    if (kind === null) return [];
    const own = [...(zones.get(row.id) ?? [])];
    const chosen = kind === 'report' ? [own[0] ?? NO_ZONE] : own;
    const delayMs = kind === 'check' ? row.missed.minutes * MINUTE_MS : 0;
    const tasks = chosen.flatMap((zone) =>
      expand(row, zone).map(({ local, at }) => ({
        run_id: runIdOf(row.id, local),
        at,
        kind,
        schedule_id: row.id,
        due_at: at + delayMs,
      })),
    );
    // Several zones may have the same offset.
    return [...new Map(tasks.map((task) => [`${task.run_id} ${task.at}`, task])).values()];
  });
}
