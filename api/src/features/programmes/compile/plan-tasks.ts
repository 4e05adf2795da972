import { MINUTE_MS } from '../../../recurrence/local-time.ts';
import { runIdOf } from '../../../recurrence/run-id.ts';
import type { ScheduleRow } from '../../schedules/index.ts';
import type { NewTask } from '../tasks.repository.ts';
import type { Expansion } from './expand-schedule.ts';
import type { Inputs } from './inputs.ts';

type Kind = NewTask['kind'];
/** The zone of a report without places. */
const NO_ZONE = 'UTC';

/** What the server does for a schedule; null: nothing. */
function kindOf({ action, missed }: ScheduleRow): Kind | null {
  if (action.type === 'maintenance' || action.type === 'report') return action.type;
  return action.type === 'message' && missed.policy === 'notify' ? 'check' : null;
}

/** The tasks of an owner's schedules, one for each instant; a report is made once, in the first zone. */
export function planTasks(
  { schedules }: Pick<Inputs, 'schedules'>,
  zones: ReadonlyMap<number, ReadonlySet<string>>,
  expand: Expansion,
): NewTask[] {
  return schedules.flatMap((row) => {
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
