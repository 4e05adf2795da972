import { reasonText } from '@belfry/schemas/domain/reasons';
import { spend, type Range, type Budget } from '../../../../recurrence/expand.ts';
import { MINUTE_MS } from '../../../../recurrence/local-time.ts';
import { runIdOf } from '../../../../recurrence/run-id.ts';
import type { Place } from '../../../places/index.ts';
import type { ScheduleRow, setCompiled } from '../../index.ts';
import type { StaleScope } from '../stale.repository.ts';
import type { NewTask } from '../tasks/tasks.repository.ts';
import { runIdOfTimetable, timetablesAmong } from '../../../../recurrence/bell-ids.ts';
import { createBellExpansion, createBellFinder, type BellFinder } from './bells.ts';
import { compileGroups, type CompiledGroups, type Compiling } from './compile-groups.ts';
import { createExpansion, type Expansion } from './expand.ts';
import {
  audiencesOf,
  createAncestors,
  createScheduleFinder,
  groupPlaces,
  type Audience,
  type ScheduleFinder,
} from './group-places.ts';
import type { Inputs } from './inputs.ts';
import { contentProblem } from './problems.ts';

const NO_ZONE = 'UTC';

/** `playingIds`: devices that have one of the stale schedules in their programme. */
export type OwnerScope = Pick<StaleScope, 'all' | 'scheduleIds' | 'deviceIds'> & { playingIds: ReadonlySet<number> };
/** `spoken`: timetables whose texts are all there, where they were compiled. */
export type OwnerPlan = CompiledGroups & { status: ReturnType<typeof statusOf>; spoken: number[]; tasks: NewTask[] };

/** What the bells of one owner may use: more than can be saved, because places may have other zones than the node with their bells; see SCHED-28. */
const BELLS_BUDGET: Budget = { occurrences: 600_000, ms: 10_000 };

/** Throws BudgetError. */
export async function planOwner(
  inputs: Inputs,
  places: readonly Place[],
  scope: OwnerScope,
  { budget, ...compiling }: Omit<Compiling, 'expand' | 'ring'> & { range: Range; budget: Budget },
): Promise<OwnerPlan> {
  const schedulesAt = createScheduleFinder(inputs);
  const audiences = audiencesOf(places, schedulesAt);
  const zones = zonesOf(audiences);
  const expand = createExpansion(compiling.range, inputs.holidays, zones, spend(budget));
  const bellsAt = createBellFinder(inputs.bells, createAncestors(inputs.structure));
  const ring = createBellExpansion(inputs, compiling.range, spend(BELLS_BUDGET));
  const groups = groupPlaces(inputs, choosePlaces(places, scope, { schedulesAt, bellsAt }), schedulesAt, bellsAt);
  const compiled = await compileGroups(groups, inputs, { ...compiling, expand, ring });
  return {
    ...compiled,
    status: statusOf(inputs, audiences, compiled),
    spoken: spokenTimetables(compiled),
    tasks: planTasks(inputs, zones, expand),
  };
}

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

function choosePlaces(
  places: readonly Place[],
  { all, scheduleIds, deviceIds, playingIds }: OwnerScope,
  { schedulesAt, bellsAt }: { schedulesAt: ScheduleFinder; bellsAt: BellFinder },
): readonly Place[] {
  if (all) return places;
  const concernByRows = new Map<readonly ScheduleRow[], boolean>();
  const isConcerned = (schedules: readonly ScheduleRow[]): boolean => {
    const concerned = concernByRows.get(schedules) ?? schedules.some(({ id }) => scheduleIds.has(id));
    concernByRows.set(schedules, concerned);
    return concerned;
  };
  const changed = timetablesAmong(scheduleIds);
  const ringsChanged = ({ company_id }: Place): boolean => {
    const { timetables } = bellsAt(company_id);
    return changed.some((id) => timetables.has(id));
  };
  return places.filter(
    (place) =>
      deviceIds.has(place.device_id) ||
      playingIds.has(place.device_id) ||
      isConcerned(schedulesAt(place)) ||
      ringsChanged(place),
  );
}

const schedulesIn = (list: CompiledGroups['missing']) => new Set(list.flatMap(({ schedule_ids }) => [...schedule_ids]));

type SpeechFound = Pick<CompiledGroups, 'missing' | 'needed' | 'wordless'>;
const heardIn = ({ needed, wordless }: SpeechFound) => schedulesIn(needed).union(wordless);

function spokenTimetables(speech: SpeechFound): number[] {
  const waiting = schedulesIn(speech.missing);
  return timetablesAmong(heardIn(speech)).filter((id) => !waiting.has(runIdOfTimetable(id)));
}

type Status = Parameters<typeof setCompiled>[1][number];

function statusOf(
  inputs: Inputs,
  audiences: readonly Audience[],
  { cut, ...speech }: SpeechFound & Pick<CompiledGroups, 'cut'>,
): Status[] {
  const reached = new Map<number, { devices: number; time_zone: string }>();
  for (const { schedules, time_zone, devices } of audiences) {
    for (const { id } of schedules) {
      const reach = reached.get(id);
      if (reach) reach.devices += devices;
      else reached.set(id, { devices, time_zone });
    }
  }
  const [waiting, compiled] = [schedulesIn(speech.missing), heardIn(speech)];
  return inputs.schedules.map((row) => {
    const { devices, time_zone } = reached.get(row.id) ?? { devices: 0, time_zone: null };
    // The reason of a failed rendering stays until the text is rendered.
    const kept = waiting.has(row.id) || !compiled.has(row.id) ? spokenProblem(row) : null;
    const full = cut.has(row.id) ? reasonText('programme_full') : null;
    const nowhere = devices === 0 && row.action.type !== 'report' ? reasonText('no_places') : null;
    return { id: row.id, devices, time_zone, problem: contentProblem(row, inputs) ?? nowhere ?? full ?? kept };
  });
}

const spokenProblem = ({ action, problem }: ScheduleRow): string | null =>
  action.type === 'message' && problem !== reasonText('no_places') && problem !== reasonText('programme_set_aside')
    ? problem
    : null;

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
    const asked = kind === 'report' ? [own[0] ?? NO_ZONE] : own;
    const delayMs = kind === 'check' ? row.missed.minutes * MINUTE_MS : 0;
    const tasks = asked.flatMap((zone) =>
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

function kindOf({ action, missed }: ScheduleRow): NewTask['kind'] | null {
  if (action.type === 'maintenance' || action.type === 'report') return action.type;
  return action.type === 'message' && missed.policy === 'notify' ? 'check' : null;
}
