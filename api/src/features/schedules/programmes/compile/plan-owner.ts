import type { Range } from '../../../../recurrence/expand-in-zone.ts';
import { spend, type Budget } from '../../../../recurrence/budget.ts';
import type { Place } from '../../../places/index.ts';
import type { ScheduleRow } from '../../index.ts';
import type { NewTask } from '../tasks.repository.ts';
import type { StaleScope } from '../stale.repository.ts';
import { compileGroups, type CompiledGroups, type Compiling } from './compile-groups.ts';
import { createExpansion, type Expansion } from './expand-schedule.ts';
import { audiencesOf, createReach, groupPlaces, type Audience, type Reach } from './group-places.ts';
import type { Inputs } from './inputs.ts';
import { statusOf } from './schedule-status.ts';
import { MINUTE_MS } from '../../../../recurrence/local-time.ts';
import { runIdOf } from '../../../../recurrence/run-id.ts';

type Kind = NewTask['kind'];
/** The zone of a report without places. */
const NO_ZONE = 'UTC';
/** What the server does for a schedule; null: nothing. */
function kindOf({ action, missed }: ScheduleRow): Kind | null {
  if (action.type === 'maintenance' || action.type === 'report') return action.type;
  return action.type === 'message' && missed.policy === 'notify' ? 'check' : null;
}
/** The tasks of an owner's schedules, one for each instant; a report is made once, in the first zone. */
function planTasks(
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

/** What is compiled of an owner: `holders` are the devices that have one of the stale schedules in their programme. */
export type OwnerScope = Pick<StaleScope, 'all' | 'scheduleIds' | 'deviceIds'> & { holders: ReadonlySet<number> };
export type OwnerPlan = CompiledGroups & { status: ReturnType<typeof statusOf>; tasks: NewTask[] };

/** Compiles what is stale of an owner, from what was read of the database. Throws BudgetError. */
export async function planOwner(
  inputs: Inputs,
  places: readonly Place[],
  scope: OwnerScope,
  { budget, ...compiling }: Omit<Compiling, 'expand'> & { range: Range; budget: Budget },
): Promise<OwnerPlan> {
  const reach = createReach(inputs);
  const audiences = audiencesOf(places, reach);
  const zones = zonesOf(audiences);
  const expand = createExpansion(compiling.range, inputs.holidays, zones, spend(budget));
  const groups = groupPlaces(inputs, choosePlaces(places, scope, reach), reach);
  const compiled = await compileGroups(groups, inputs, { ...compiling, expand });
  return {
    ...compiled,
    status: statusOf(inputs, audiences, compiled),
    tasks: planTasks(inputs, zones, expand),
  };
}

/** The zones of the places of each schedule, by its id, in the order of the places. */
function zonesOf(audiences: readonly Audience[]): Map<number, Set<string>> {
  const zones = new Map<number, Set<string>>();
  for (const { schedules, time_zone } of audiences) {
    for (const { id } of schedules) {
      const own = zones.get(id);
      if (own) own.add(time_zone);
      else zones.set(id, new Set([time_zone]));
    }
  }
  return zones;
}

/** All places, or those that a stale schedule or device concerns: which hear it now, or have it in their programme. */
function choosePlaces(
  places: readonly Place[],
  { all, scheduleIds, deviceIds, holders }: OwnerScope,
  reach: Reach,
): readonly Place[] {
  if (all) return places;
  const known = new Map<readonly ScheduleRow[], boolean>();
  const isConcerned = (schedules: readonly ScheduleRow[]): boolean => {
    const concerned = known.get(schedules) ?? schedules.some(({ id }) => scheduleIds.has(id));
    known.set(schedules, concerned);
    return concerned;
  };
  return places.filter(
    (place) => deviceIds.has(place.device_id) || holders.has(place.device_id) || isConcerned(reach(place)),
  );
}
