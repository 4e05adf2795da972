import type { Message } from '@belfry/schemas/http/library/texts';
import type { Range } from '../../../../recurrence/expand-in-zone.ts';
import { runIdOf } from '../../../../recurrence/run-id.ts';
import type { ScheduleRow } from '../../index.ts';
import { expandDayWindows, type DayWindow } from './day-windows.ts';
import type { Expansion } from './expand-schedule.ts';
import { contentProblem } from './schedule-status.ts';
import type { PlaceGroup } from './group-places.ts';
import type { Inputs } from './inputs.ts';
import type { SpeechPlan } from './speech-plan.ts';
import { resolveOverlaps, type Span } from './windows.ts';

export type PlannedSpeech = { row: ScheduleRow; message: Message; at: number; run_id: string; hash: string };
export type PlannedWindow = Span & { row: ScheduleRow; run_id: string };
export type PlannedMusic = { window: DayWindow; from: number; until: number };
export type PlannedEmergency = { message: Message; hash: string };
/** What a group of places plays in a range, before the audio of its texts is known. */
export type GroupPlan = {
  group: PlaceGroup;
  speech: PlannedSpeech[];
  windows: PlannedWindow[];
  music: PlannedMusic[];
  emergencies: PlannedEmergency[];
};

export function planGroup(
  group: PlaceGroup,
  inputs: Inputs,
  { range, expand, plan }: { range: Range; expand: Expansion; plan: SpeechPlan },
): GroupPlan {
  const { messages, emergencies } = inputs;
  const { place, schedules, dayWindows } = group;
  const zone = place.time_zone;
  const windows = planWindows(
    // What cannot play, as an empty playlist, takes the place of nothing that can.
    schedules.filter((row) => row.action.type !== 'message' && contentProblem(row, inputs) === null),
    zone,
    expand,
  );
  const speech = schedules.flatMap((row) => {
    const message = row.action.type === 'message' ? messages.get(row.action.message_id) : undefined;
    if (!message) return [];
    return expand(row, zone)
      .filter(({ at }) => !isSilenced(at, row.priority, windows))
      .map(({ at, local }) => {
        const hash = plan.add(message, place, at, row.id);
        return { row, message, at, run_id: runIdOf(row.id, local), hash };
      });
  });
  // Of those at the same instant, the device plays the first one first.
  speech.sort((a, b) => a.at - b.at || b.row.priority - a.row.priority || a.row.id - b.row.id);
  return {
    group,
    speech,
    windows,
    music: expandDayWindows(dayWindows, zone, range),
    emergencies: emergencies.map((message) => ({ message, hash: plan.add(message, place, range.from, null) })),
  };
}

function planWindows(schedules: readonly ScheduleRow[], zone: string, expand: Expansion): PlannedWindow[] {
  const spans = schedules.flatMap((row) =>
    expand(row, zone).map(({ local, at, until }) => ({
      local,
      at,
      until,
      row,
      schedule_id: row.id,
      priority: row.priority,
    })),
  );
  return resolveOverlaps(spans).map((part) =>
    Object.assign(part, { run_id: runIdOf(part.schedule_id, part.local, part.part) }),
  );
}

/**
 * A silence keeps announcements away that do not have a higher priority; see SCHED-8.
 * @param windows by time, of which no two overlap
 */
function isSilenced(at: number, priority: number, windows: readonly PlannedWindow[]): boolean {
  let [low, high] = [0, windows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((windows[middle]?.at ?? Infinity) <= at) low = middle + 1;
    else high = middle;
  }
  const window = windows[low - 1];
  return (
    window !== undefined && at < window.until && window.row.action.type === 'silence' && priority <= window.priority
  );
}
