import type { Targets } from '@belfry/schemas/domain/targets';
import type { Message } from '@belfry/schemas/http/library/texts';
import type { Place } from '../../../places/index.ts';
import type { ScheduleRow } from '../../index.ts';
import type { BellFinder, PlaceBells } from './bells.ts';
import { checksClock, leadInAt, listensAt } from './place-abilities.ts';
import type { DayWindow } from './expand.ts';
import type { Structure } from './inputs.repository.ts';
import type { Inputs } from './inputs.ts';
import { windowProblem } from './problems.ts';

export type PlaceGroup = {
  place: Place;
  devices: Pick<Place, 'device_id' | 'serial'>[];
  schedules: readonly ScheduleRow[];
  dayWindows: readonly DayWindow[];
  bells: PlaceBells;
};

/** Types that devices play; the others are work of the server. */
const PLAYED: ReadonlySet<string> = new Set(['message', 'playlist', 'station', 'silence']);

/** The schedules, disabled ones as well, that a place is a target of. Places with the same schedules mostly get the same array. */
export type ScheduleFinder = (place: Place) => readonly ScheduleRow[];

/**
 * Matches the targets once for all places that they cannot tell apart: only the nodes, groups and devices that any of them names count, and
 * an owner may have thousands of places with hundreds of schedules.
 */
export function createScheduleFinder({
  structure,
  schedules,
}: Pick<Inputs, 'structure' | 'schedules'>): ScheduleFinder {
  const ancestorsOf = createAncestors(structure);
  const matchers = schedules.map((row) => ({ row, matches: createMatcher(row.targets, structure, ancestorsOf) }));
  const named = namedIn(schedules);
  const rowsByKey = new Map<string, readonly ScheduleRow[]>();
  return (place) => {
    const { company_id, serial } = place;
    const nodes = ancestorsOf(company_id).filter((node) => named.nodes.has(node));
    const groups = (structure.groups.get(company_id ?? 0) ?? []).filter((group) => named.groups.has(group));
    const key = `${nodes.join()} ${groups.join()} ${named.devices.has(serial) ? serial : ''}`;
    const rows = rowsByKey.get(key) ?? matchers.filter(({ matches }) => matches(place)).map(({ row }) => row);
    rowsByKey.set(key, rows);
    return rows;
  };
}

function namedIn(schedules: readonly ScheduleRow[]) {
  const [nodes, groups, devices] = [new Set<number>(), new Set<number>(), new Set<string>()];
  for (const { targets } of schedules) {
    for (const side of [targets, targets.except]) {
      for (const node of side.nodes) nodes.add(node);
      for (const group of side.groups) groups.add(group);
      for (const device of side.devices) devices.add(device);
    }
  }
  return { nodes, groups, devices };
}

export type Audience = { schedules: readonly ScheduleRow[]; time_zone: string; devices: number };

export function audiencesOf(places: readonly Place[], schedulesAt: ScheduleFinder): Audience[] {
  const byZone = new Map<readonly ScheduleRow[], Map<string, Audience>>();
  const audiences: Audience[] = [];
  for (const place of places) {
    const schedules = schedulesAt(place);
    const { time_zone } = place;
    const zones = byZone.get(schedules) ?? new Map<string, Audience>();
    byZone.set(schedules, zones);
    const group = zones.get(time_zone);
    if (group) {
      group.devices += 1;
      continue;
    }
    const audience = { schedules, time_zone, devices: 1 };
    zones.set(time_zone, audience);
    audiences.push(audience);
  }
  return audiences;
}

/** The day programmes without the windows that cannot play, which take the place of nothing: neither of others nor of what is inherited; see SCHED-22. */
const playableOf = (inputs: Inputs): Map<number, DayWindow[]> =>
  new Map(
    [...inputs.dayProgrammes].flatMap(([node, windows]) => {
      const playable = windows.filter((window) => windowProblem(window, inputs) === null);
      return playable.length === 0 ? [] : [[node, playable] as const];
    }),
  );

export function createDayProgrammeFinder(inputs: Inputs) {
  const ancestorsOf = createAncestors(inputs.structure);
  const playable = playableOf(inputs);
  return (node: number | null): { source: number | null; windows: readonly DayWindow[] } => {
    const source = ancestorsOf(node).find((above) => playable.has(above)) ?? null;
    return { source, windows: playable.get(source ?? 0) ?? [] };
  };
}

export function silentWindowsOf(inputs: Inputs, node: number): DayWindow[] {
  const nearest = createAncestors(inputs.structure)(node).find((above) => inputs.dayProgrammes.has(above));
  return (inputs.dayProgrammes.get(nearest ?? 0) ?? []).filter((window) => windowProblem(window, inputs) !== null);
}

/** Groups places whose programmes are equal but for version and serial. */
export function groupPlaces(
  inputs: Inputs,
  places: readonly Place[],
  schedulesAt: ScheduleFinder,
  bellsAt: BellFinder,
): PlaceGroup[] {
  const findDayProgramme = createDayProgrammeFinder(inputs);
  const playedOf = createPlayed(inputs);
  const rungByName = createRungByName(inputs);
  const groups = new Map<string, PlaceGroup>();
  for (const place of places) {
    const { schedules, number, byName } = playedOf(schedulesAt(place));
    const { source, windows: dayWindows } = findDayProgramme(place.company_id);
    const { time_zone, language, voice, volume_max, quiet_hours, trim_db, device_id, serial } = place;
    const bells = bellsAt(place.company_id);
    const name = byName || rungByName(bells) ? place.name : '';
    const key = JSON.stringify([
      time_zone,
      language,
      voice,
      volume_max,
      quiet_hours,
      trim_db,
      place.takes_gain,
      place.mixes_music,
      number,
      source,
      checksClock(place),
      listensAt(place),
      leadInAt(place),
      bells.number,
      name,
    ]);
    const group = groups.get(key) ?? { place, devices: [], schedules, dayWindows, bells };
    group.devices.push({ device_id, serial });
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** What devices play of schedules. `number` is that of the same schedules; `byName`: places with different names hear different texts. */
type Played = { schedules: readonly ScheduleRow[]; number: number; byName: boolean };

function createPlayed(inputs: Inputs): (schedules: readonly ScheduleRow[]) => Played {
  const byRows = new Map<readonly ScheduleRow[], Played>();
  const numbers = new Map<string, number>();
  return (rows) => {
    const cached = byRows.get(rows);
    if (cached) return cached;
    const schedules = rows.filter(({ enabled, action }) => enabled && PLAYED.has(action.type));
    const ids = schedules.map(({ id }) => id).join();
    const number = numbers.get(ids) ?? numbers.size;
    numbers.set(ids, number);
    const played = { schedules, number, byName: messagesOf(inputs, schedules).some(saysPlace) };
    byRows.set(rows, played);
    return played;
  };
}

function createRungByName({ bells, messages }: Pick<Inputs, 'bells' | 'messages'>): (bells: PlaceBells) => boolean {
  const naming = new Set(
    [...bells.timetables.values()]
      .filter((timetable) =>
        timetable.bells.some(({ sound }) => {
          const message = sound.type === 'message' ? messages.get(sound.message_id) : undefined;
          return message !== undefined && saysPlace(message);
        }),
      )
      .map(({ id }) => id),
  );
  return ({ timetables }) => naming.size > 0 && [...timetables].some((id) => naming.has(id));
}

const messagesOf = ({ messages, emergencies }: Inputs, schedules: readonly ScheduleRow[]) => [
  ...emergencies,
  ...schedules.flatMap(({ action }) => (action.type === 'message' ? (messages.get(action.message_id) ?? []) : [])),
];

export const saysPlace = (message: Message): boolean => message.variants.some(({ text }) => text.includes('{place}'));

type Site = { company_id: number | null; serial: string | null };

type Sides = { nodes: ReadonlySet<number>; groups: ReadonlySet<number>; devices: ReadonlySet<string> };
const sidesOf = ({ nodes, groups, devices }: Omit<Targets, 'except'>): Sides => ({
  nodes: new Set(nodes),
  groups: new Set(groups),
  devices: new Set(devices),
});

/** The node and those above it, from it upwards. */
export function createAncestors({ parents }: Pick<Structure, 'parents'>): (node: number | null) => readonly number[] {
  const ancestors = new Map<number, readonly number[]>();
  const ancestorsOf = (node: number | null): readonly number[] => {
    if (node === null) return [];
    const cached = ancestors.get(node);
    if (cached) return cached;
    const chain = [node, ...ancestorsOf(parents.get(node) ?? null)];
    ancestors.set(node, chain);
    return chain;
  };
  return ancestorsOf;
}

/** Works in memory, for many schedules and places; see ANN-1. */
export function createMatcher(
  { except, ...targets }: Targets,
  { groups }: Pick<Structure, 'groups'>,
  ancestorsOf: (node: number | null) => readonly number[],
): (site: Site) => boolean {
  const included = sidesOf(targets);
  const excluded = sidesOf(except);
  const isIn = ({ company_id, serial }: Site, sides: Sides): boolean =>
    (serial !== null && sides.devices.has(serial)) ||
    ancestorsOf(company_id).some((node) => sides.nodes.has(node)) ||
    (company_id !== null && (groups.get(company_id) ?? []).some((group) => sides.groups.has(group)));
  return (site) => isIn(site, included) && !isIn(site, excluded);
}
