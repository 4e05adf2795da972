import { SILENCE_TITLE } from '@belfry/schemas/domain/announcements';
import { secondsOfDay } from '@belfry/schemas/domain/time-of-day';
import type { Message } from '@belfry/schemas/http/library/texts';
import type { Range, Spending } from '../../../../recurrence/expand.ts';
import { createClock, DAY_MS, dateText, toLocal, type LocalMs } from '../../../../recurrence/local-time.ts';
import { runIdOf } from '../../../../recurrence/run-id.ts';
import { bellDayOf, type BellInputs, type StoredTimetable } from '../../../../recurrence/bell-day.ts';
import { runIdOfSilence, runIdOfTimetable } from '../../../../recurrence/bell-ids.ts';
import type { ScheduleRow } from '../../index.ts';
import type { Span } from './expand.ts';
import type { Inputs } from './inputs.ts';

export type RunRow = Pick<ScheduleRow, 'id' | 'name' | 'action' | 'priority' | 'volume' | 'missed'>;

/** A bell at its instant. `message` is null for a chime alone. */
export type PlannedBell = {
  row: RunRow;
  message: Message | null;
  sound: Pick<Message, 'chime' | 'chime_id' | 'repeat' | 'pause_ms'>;
  at: number;
  run_id: string;
};
export type SilentSpan = Span & { row: RunRow };
export type BellPlan = { bells: readonly PlannedBell[]; silences: readonly SilentSpan[] };

export type PlaceBells = {
  number: number;
  /** The nodes with bells of their own, from the place upwards. */
  chain: readonly number[];
  timetables: ReadonlySet<number>;
};
export const NO_PLACE_BELLS: PlaceBells = { number: -1, chain: [], timetables: new Set() };

export type BellFinder = (companyId: number | null) => PlaceBells;

/** @param ancestorsOf the node and those above it, from it upwards */
export function createBellFinder(
  { places, days }: BellInputs,
  ancestorsOf: (node: number | null) => readonly number[],
): BellFinder {
  const byChain = new Map<string, PlaceBells>();
  return (companyId) => {
    const chain = ancestorsOf(companyId).filter((node) => places.has(node));
    if (chain.length === 0) return NO_PLACE_BELLS;
    const key = chain.join();
    const placeBells = byChain.get(key) ?? {
      number: byChain.size,
      chain,
      timetables: timetablesOf(chain, { places, days }),
    };
    byChain.set(key, placeBells);
    return placeBells;
  };
}

function timetablesOf(chain: readonly number[], { places, days }: Pick<BellInputs, 'places' | 'days'>): Set<number> {
  const named = chain.flatMap((node) => {
    const week = places.get(node)?.week;
    const painted = days.get(node)?.values() ?? [];
    return [...(week ? [...week.weekdays, week.holiday_timetable_id] : []), ...painted];
  });
  return new Set(named.filter((id) => id !== null));
}

/** Bells skip what they miss: one that is late would tell the wrong time. */
const MISSED: ScheduleRow['missed'] = { policy: 'skip', minutes: 1 };
/** As schedules have it by default. */
const BELL_PRIORITY = 5;
/** Above every schedule and bell. */
const SILENCE_PRIORITY = 10;
/** A run that is just beginning when bells are changed counts as well, as with schedules. */
const BEFORE_CHANGE_MS = 60_000;

/** Expands the bells of places once for each zone. Throws BudgetError when the budget of all of them is used up. */
export type BellExpansion = (bells: PlaceBells, zone: string) => BellPlan;

export function createBellExpansion(
  inputs: Pick<Inputs, 'bells' | 'holidays' | 'messages'>,
  range: Range,
  spending: Spending,
): BellExpansion {
  const plans = new Map<string, BellPlan>();
  const soundsOf = createSounds(inputs);
  const idOf = createRunIds();
  return (place, zone) => {
    if (place.chain.length === 0) return { bells: [], silences: [] };
    const key = `${place.number} ${zone}`;
    const plan = plans.get(key) ?? {
      bells: ringsOf(place, zone, { inputs, range, spending, soundsOf, idOf }),
      silences: silencesOf(place, zone, inputs.bells).filter(({ until }) => until > range.from),
    };
    plans.set(key, plan);
    return plan;
  };
}

/** When a bell rings for a place, null where it does not: what is left out above is left out below, and the nearest node moves it. */
export function ringsAt(
  chain: readonly number[],
  local: LocalMs,
  { places }: Pick<BellInputs, 'places'>,
): LocalMs | null {
  const said = chain.flatMap((node) => {
    const exception = places.get(node)?.exceptions.get(local);
    return exception === undefined ? [] : [exception];
  });
  return said.includes(null) ? null : (said[0] ?? local);
}
type Rung = Omit<PlannedBell, 'at' | 'run_id'> & { ms: number };
type Expanding = {
  inputs: Pick<Inputs, 'bells' | 'holidays'>;
  range: Range;
  spending: Spending;
  soundsOf: (timetable: StoredTimetable) => readonly Rung[];
  idOf: (id: number, local: LocalMs) => string;
};

function ringsOf(
  { chain }: PlaceBells,
  zone: string,
  { inputs: { bells, holidays }, range, spending, soundsOf, idOf }: Expanding,
): PlannedBell[] {
  const changedAt = Math.max(...chain.map((node) => bells.places.get(node)?.changed_at ?? 0));
  const instantOf = createClock(zone);
  const excepting = chain.filter((node) => (bells.places.get(node)?.exceptions.size ?? 0) > 0);
  // A day more on both sides, because the offset of a zone may change.
  const first = Math.floor(toLocal(range.from, zone) / DAY_MS) * DAY_MS - DAY_MS;
  const last = toLocal(range.to, zone) + DAY_MS;
  const planned: PlannedBell[] = [];
  for (let day = first; day <= last; day += DAY_MS) {
    const timetable = bells.timetables.get(bellDayOf(chain, dateText(day), bells, holidays).timetable_id ?? 0);
    if (!timetable) continue;
    const since = Math.max(changedAt, timetable.updated_at) - BEFORE_CHANGE_MS;
    const sounds = soundsOf(timetable);
    spending.take(sounds.length);
    for (const { ms, ...sound } of sounds) {
      const local = ringsAt(excepting, day + ms, bells);
      // One that is moved to another of the same timetable is that one.
      if (local === null || (local !== day + ms && sounds.some((other) => day + other.ms === local))) continue;
      const at = instantOf(local);
      if (at < range.from || at >= range.to || at < since) continue;
      planned.push({ ...sound, at, run_id: idOf(sound.row.id, local) });
    }
  }
  return excepting.length === 0 ? planned : planned.toSorted((a, b) => a.at - b.at);
}

function createSounds({ messages }: Pick<Inputs, 'messages'>): Expanding['soundsOf'] {
  const rungByTimetable = new Map<StoredTimetable, readonly Rung[]>();
  const soundsOf = (timetable: StoredTimetable): Rung[] =>
    timetable.bells.flatMap(({ at, label, sound }) => {
      const message = sound.type === 'message' ? messages.get(sound.message_id) : null;
      if (message === undefined) return [];
      const row: RunRow = {
        id: runIdOfTimetable(timetable.id),
        name: label === '' ? timetable.name : `${timetable.name}: ${label}`,
        action: { type: 'message', message_id: message?.id ?? 0 },
        priority: BELL_PRIORITY,
        volume: timetable.volume,
        missed: MISSED,
      };
      const { chime, chime_id } = sound.type === 'chime' ? sound : { chime: 'none' as const, chime_id: undefined };
      const heard = message ?? { chime, chime_id, repeat: 1, pause_ms: 0 };
      return [{ row, message, sound: heard, ms: secondsOfDay(at) * 1_000 }];
    });
  return (timetable) => {
    const rung = rungByTimetable.get(timetable) ?? soundsOf(timetable);
    rungByTimetable.set(timetable, rung);
    return rung;
  };
}

/** Many places ring the same timetable. */
function createRunIds(): Expanding['idOf'] {
  const runIds = new Map<string, string>();
  return (id, local) => {
    const key = `${id} ${local}`;
    const runId = runIds.get(key) ?? runIdOf(id, local);
    runIds.set(key, runId);
    return runId;
  };
}

function silencesOf({ chain }: PlaceBells, zone: string, { places }: BellInputs): SilentSpan[] {
  return chain.flatMap((node) => {
    const silence = places.get(node)?.silence;
    if (!silence) return [];
    const id = runIdOfSilence(node);
    const row: RunRow = {
      id,
      name: SILENCE_TITLE,
      action: { type: 'silence' },
      priority: SILENCE_PRIORITY,
      volume: null,
      missed: MISSED,
    };
    const { from: at, until } = silence;
    return [{ row, schedule_id: id, priority: SILENCE_PRIORITY, at, until, local: toLocal(at, zone) }];
  });
}
