import type { AudioAround, Message } from '@belfry/schemas/http/library/texts';
import type { Deps } from '../../../../deps.ts';
import type { Range } from '../../../../recurrence/expand.ts';
import { runIdOf } from '../../../../recurrence/run-id.ts';
import type { speechFor } from '../../../library/index.ts';
import type { SpeechKey } from '../../../library/rendering/index.ts';
import type { Place } from '../../../places/index.ts';
import type { ScheduleRow } from '../../index.ts';
import type { BellExpansion, PlannedBell, RunRow, SilentSpan } from './bells.ts';
import { expandDayWindows, resolveOverlaps, type DayWindow, type Expansion, type Span } from './expand.ts';
import { saysPlace, type PlaceGroup } from './group-places.ts';
import type { Inputs } from './inputs.ts';
import { contentProblem } from './problems.ts';

/** What is heard after the chime. `hash` is that of the text; null: there is none. */
export type PlannedContent = { hash: string | null } & AudioAround;
export type PlannedSpeech = {
  row: RunRow;
  sound: Pick<Message, 'chime' | 'chime_id' | 'repeat' | 'pause_ms'>;
  at: number;
  run_id: string;
  content: PlannedContent;
};
export const CHIME_ALONE: PlannedContent = { hash: null };
export type PlannedWindow = Span & { row: RunRow; run_id: string };
export type PlannedMusic = { window: DayWindow; from: number; until: number };
type PlannedEmergency = { message: Message; content: PlannedContent };
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
  { range, expand, ring, plan }: { range: Range; expand: Expansion; ring: BellExpansion; plan: SpeechPlan },
): GroupPlan {
  const { messages, emergencies } = inputs;
  const { place, schedules, dayWindows } = group;
  const zone = place.time_zone;
  const { bells, silences } = ring(group.bells, zone);
  const windows = planWindows(
    // What cannot play, as an empty playlist, takes the place of nothing that can.
    schedules.filter((row) => row.action.type !== 'message' && contentProblem(row, inputs) === null),
    silences,
    (row) => expand(row, zone),
  );
  const speech = schedules.flatMap((row): PlannedSpeech[] => {
    const message = row.action.type === 'message' ? messages.get(row.action.message_id) : undefined;
    if (!message) return [];
    return expand(row, zone)
      .filter(({ at }) => !isSilenced(at, row.priority, windows))
      .map(({ at, local }) => {
        const content = plan.add(message, place, at, row.id);
        return { row, sound: message, at, run_id: runIdOf(row.id, local), content };
      });
  });
  for (const bell of bells)
    if (!isSilenced(bell.at, bell.row.priority, windows)) speech.push(toSpeech(bell, place, plan));
  // Of those at the same instant, the device plays the first one first.
  speech.sort((a, b) => a.at - b.at || b.row.priority - a.row.priority || a.row.id - b.row.id);
  return {
    group,
    speech,
    windows,
    music: expandDayWindows(dayWindows, zone, range),
    emergencies: emergencies.map((message) => ({ message, content: plan.add(message, place, range.from, null) })),
  };
}

const toSpeech = ({ message, ...bell }: PlannedBell, place: Place, plan: SpeechPlan): PlannedSpeech => ({
  ...bell,
  content: message === null ? CHIME_ALONE : plan.add(message, place, bell.at, bell.row.id),
});

function planWindows(
  schedules: readonly ScheduleRow[],
  silences: readonly SilentSpan[],
  occurrencesOf: (row: ScheduleRow) => ReturnType<Expansion>,
): PlannedWindow[] {
  const spans = schedules.flatMap((row) =>
    occurrencesOf(row).map(({ local, at, until }) => ({
      local,
      at,
      until,
      row,
      schedule_id: row.id,
      priority: row.priority,
    })),
  );
  return resolveOverlaps<SilentSpan>([...spans, ...silences]).map((part) =>
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

export type NeededSpeech = { key: SpeechKey; hash: string; at: number; schedule_ids: Set<number> };
type Heard = Pick<Place, 'name' | 'language' | 'voice' | 'time_zone'>;

const saysTime = (message: Message): boolean => message.variants.some(({ text }) => /\{(time|date)\}/.test(text));

/** How texts become speech. They are given, because what is imported here is loaded in a thread. */
export type Speaking = { speechFor: typeof speechFor; keyOf: Deps['rendering']['keyOf'] };

/** Collects the texts of many places; equal ones are filled in once. */
export function createSpeechPlan({ dictionary }: Pick<Inputs, 'dictionary'>, speaking: Speaking) {
  const needed = new Map<string, NeededSpeech>();
  const wordless = new Set<number>();
  const filledIn = new Map<string, { content: PlannedContent; speech: NeededSpeech | null }>();

  /** What the text depends on; it is read once, because it may be long and heard often. */
  const byMessage = new Map<Message, { place: boolean; time: boolean }>();
  const variesBy = (message: Message) => {
    const variation = byMessage.get(message) ?? { place: saysPlace(message), time: saysTime(message) };
    byMessage.set(message, variation);
    return variation;
  };

  const fillIn = (message: Message, place: Heard, at: number) => {
    const { key, audio_before, audio_after } = speaking.speechFor({ message }, place, {
      instant: new Date(at),
      dictionary,
    });
    if (key.text === '') return { content: { hash: null, audio_before, audio_after }, speech: null };
    const hash = speaking.keyOf(key);
    const speech = needed.get(hash) ?? { key, hash, at, schedule_ids: new Set<number>() };
    needed.set(hash, speech);
    return { content: { hash, audio_before, audio_after }, speech };
  };

  return {
    needed,
    wordless,
    /** What a place hears of a message at an instant. Without a schedule it is an emergency, which is needed first. */
    add(message: Message, place: Heard, at: number, scheduleId: number | null): PlannedContent {
      const varies = variesBy(message);
      const parts = [message.id, place.language, place.voice, varies.place ? place.name : ''];
      const id = JSON.stringify(varies.time ? [...parts, place.time_zone, at] : parts);
      const entry = filledIn.get(id) ?? fillIn(message, place, at);
      filledIn.set(id, entry);
      const { content, speech } = entry;
      if (speech) speech.at = Math.min(speech.at, scheduleId === null ? 0 : at);
      if (scheduleId !== null) (speech?.schedule_ids ?? wordless).add(scheduleId);
      return content;
    },
  };
}

type SpeechPlan = ReturnType<typeof createSpeechPlan>;
