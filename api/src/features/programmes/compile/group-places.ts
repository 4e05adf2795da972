import type { Place } from '../../places/index.ts';
import type { ScheduleRow } from '../../schedules/index.ts';
import type { DayWindow } from './day-windows.ts';
import type { Inputs } from './inputs.ts';
import { windowProblem } from './schedule-status.ts';
import { dependsOnName } from './speech-plan.ts';
import { createAncestors, createMatcher } from './target-matcher.ts';

/** Places for which the same is compiled; the first stands for all. */
export type PlaceGroup = {
  place: Place;
  devices: Pick<Place, 'device_id' | 'serial'>[];
  schedules: readonly ScheduleRow[];
  dayWindows: readonly DayWindow[];
};

/** Types that devices play; the others are work of the server. */
const PLAYED: ReadonlySet<string> = new Set(['message', 'playlist', 'station', 'silence']);

/** Which schedules, disabled ones as well, each place is a target of. */
export function createReach({ structure, schedules }: Inputs): (place: Place) => ScheduleRow[] {
  const ancestorsOf = createAncestors(structure);
  const matchers = schedules.map((row) => ({ row, matches: createMatcher(row.targets, structure, ancestorsOf) }));
  return (place) => matchers.filter(({ matches }) => matches(place)).map(({ row }) => row);
}

/** The day programmes without the windows that cannot play, which take the place of nothing: neither of others nor of what is inherited; see SCHED-22. */
const playableOf = (inputs: Inputs): Map<number, DayWindow[]> =>
  new Map(
    [...inputs.dayProgrammes].flatMap(([node, windows]) => {
      const playable = windows.filter((window) => windowProblem(window, inputs) === null);
      return playable.length === 0 ? [] : [[node, playable] as const];
    }),
  );

/** The node whose day programme each place plays, the nearest one above, with its windows that can play. */
export function createDayProgrammeFinder(inputs: Inputs) {
  const ancestorsOf = createAncestors(inputs.structure);
  const playable = playableOf(inputs);
  return (node: number | null): { source: number | null; windows: readonly DayWindow[] } => {
    const source = ancestorsOf(node).find((above) => playable.has(above)) ?? null;
    return { source, windows: playable.get(source ?? 0) ?? [] };
  };
}

/** The windows of the nearest day programme above a node that cannot play. */
export function silentWindowsOf(inputs: Inputs, node: number): DayWindow[] {
  const nearest = createAncestors(inputs.structure)(node).find((above) => inputs.dayProgrammes.has(above));
  return (inputs.dayProgrammes.get(nearest ?? 0) ?? []).filter((window) => windowProblem(window, inputs) !== null);
}

/** Groups places whose programmes are equal but for version and serial. */
export function groupPlaces(
  inputs: Inputs,
  places: readonly Place[],
  reach: (place: Place) => readonly ScheduleRow[],
): PlaceGroup[] {
  const findDayProgramme = createDayProgrammeFinder(inputs);
  const groups = new Map<string, PlaceGroup>();
  for (const place of places) {
    const schedules = reach(place).filter(({ enabled, action }) => enabled && PLAYED.has(action.type));
    const { source, windows: dayWindows } = findDayProgramme(place.company_id);
    const { time_zone, language, voice, volume_max, quiet_hours, device_id, serial } = place;
    const ids = schedules.map(({ id }) => id);
    const name = dependsOnName(messagesOf(inputs, schedules)) ? place.name : '';
    const key = JSON.stringify([time_zone, language, voice, volume_max, quiet_hours, ids, source, name]);
    const group = groups.get(key) ?? { place, devices: [], schedules, dayWindows };
    group.devices.push({ device_id, serial });
    groups.set(key, group);
  }
  return [...groups.values()];
}

const messagesOf = ({ messages, emergencies }: Inputs, schedules: readonly ScheduleRow[]) => [
  ...emergencies,
  ...schedules.flatMap(({ action }) => (action.type === 'message' ? (messages.get(action.message_id) ?? []) : [])),
];
