import { describe, expect, it } from 'vitest';
import type { Place } from '../../../places/index.ts';
import type { ScheduleRow } from '../../index.ts';
import { NO_PLACE_BELLS } from './bells.ts';
import { checksClock } from './place-abilities.ts';
import { audiencesOf, createScheduleFinder, groupPlaces } from './group-places.ts';
import type { Inputs } from './inputs.ts';

/** The main company 1 has the companies 2 and 3 with the device nodes 21, 22 and 31; the group 7 has the node 22. */
const structure = {
  parents: new Map([
    [2, 1],
    [3, 1],
    [21, 2],
    [22, 2],
    [31, 3],
  ]),
  groups: new Map([[22, [7, 8]]]),
};

const NOTHING = { nodes: [], groups: [], devices: [] };
const schedule = (id: number, targets: object): ScheduleRow =>
  ({ id, targets: { ...NOTHING, except: NOTHING, ...targets } }) as unknown as ScheduleRow;
const place = (company_id: number | null, time_zone = 'Europe/Riga'): Place =>
  ({ company_id, serial: `0000-0000-0000-${String(company_id ?? 0).padStart(4, '0')}`, time_zone }) as Place;
const reachOf = (...schedules: ScheduleRow[]) => {
  const schedulesAt = createScheduleFinder({ structure, schedules });
  return (of: Place) => schedulesAt(of).map(({ id }) => id);
};

describe('the schedules of a place', () => {
  it('are those that name its node, one above it, its group or itself, unless they except it', () => {
    const schedulesAt = reachOf(
      schedule(100, { nodes: [1] }),
      schedule(101, { nodes: [2], except: { ...NOTHING, groups: [7] } }),
      schedule(102, { groups: [7] }),
      schedule(103, { devices: ['0000-0000-0000-0031'] }),
      schedule(104, { nodes: [3, 22], except: { ...NOTHING, devices: ['0000-0000-0000-0031'] } }),
    );
    expect(schedulesAt(place(21))).toEqual([100, 101]);
    expect(schedulesAt(place(22))).toEqual([100, 102, 104]);
    expect(schedulesAt(place(31))).toEqual([100, 103]);
    expect(schedulesAt(place(null))).toEqual([]);
  });

  it('are matched once for places that no targets tell apart, however many there are', () => {
    const schedulesAt = createScheduleFinder({
      structure,
      schedules: [schedule(100, { nodes: [1] }), schedule(101, { groups: [7] })],
    });
    expect(schedulesAt(place(21))).toBe(schedulesAt(place(31)));
    expect(schedulesAt(place(22))).not.toBe(schedulesAt(place(21)));
  });
});

it('audiences are places of one zone with the same schedules, in the order of their first places', () => {
  const schedulesAt = createScheduleFinder({
    structure,
    schedules: [schedule(100, { nodes: [1] }), schedule(101, { nodes: [3] })],
  });
  const places = [place(21, 'Asia/Tokyo'), place(31), place(22, 'Asia/Tokyo'), place(22), place(31)];
  const shown = audiencesOf(places, schedulesAt).map(({ schedules, time_zone, devices }) => [
    time_zone,
    devices,
    schedules.map(({ id }) => id),
  ]);
  expect(shown).toEqual([
    ['Asia/Tokyo', 2, [100]],
    ['Europe/Riga', 2, [100, 101]],
    ['Europe/Riga', 1, [100]],
  ]);
});

it('devices that report their clocks are a group of their own where clocks must be right', () => {
  const inputs = {
    structure,
    dayProgrammes: new Map(),
    messages: new Map(),
    emergencies: [],
    playlists: new Map(),
    stations: new Map(),
    bells: { timetables: new Map() },
  } as unknown as Inputs;
  const at = (device_id: number, clock_required: boolean, reports_clock: boolean): Place => ({
    ...place(21),
    device_id,
    clock_required,
    reports_clock,
  });
  const places = [at(1, true, true), at(2, true, false), at(3, false, true), at(4, true, true)];
  const groups = groupPlaces(
    inputs,
    places,
    () => [],
    () => NO_PLACE_BELLS,
  );
  expect(groups.map((group) => [checksClock(group.place), group.devices.map(({ device_id }) => device_id)])).toEqual([
    [true, [1, 4]],
    [false, [2, 3]],
  ]);
});
