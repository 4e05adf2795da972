import type { MaintenanceSpan } from '@belfry/schemas/http/alarms/maintenance';
import { DAY_PROGRAMME_TYPE, type Occurrence } from '@belfry/schemas/http/schedules/schedules';
import { addDays, addMinutes, dateOf, timeOf, wallTime } from '../../../lib/local-time.ts';
import { BELLS } from '../schedule-values.ts';
import { entriesOf, type Entry, type ViewZone } from './entries.ts';

export const LANES = ['music', 'bells', 'said', 'work'] as const;
export type Lane = (typeof LANES)[number];

/** What the calendar shows at a time; times are by the clock in which it is read. */
export type Item = {
  /** Names it in the address. */
  id: string;
  lane: Lane;
  name: string;
  at: string;
  /** null: it has no end, or ends when it is done. */
  until: string | null;
  often: Entry['often'];
  /** Why it will not happen. */
  off: 'skipped' | 'disabled' | null;
  of: Occurrence | MaintenanceSpan;
};

const LANE_OF: Record<string, Lane> = {
  [DAY_PROGRAMME_TYPE]: 'music',
  playlist: 'music',
  station: 'music',
  silence: 'music',
  [BELLS]: 'bells',
  maintenance: 'work',
  report: 'work',
};

export const isSpan = (of: Item['of']): of is MaintenanceSpan => 'cause' in of;

export const spanId = ({ cause, window_id, name }: MaintenanceSpan): string => `work:${cause}:${window_id ?? name}`;

type Read = { occurrences: readonly Occurrence[]; spans: readonly MaintenanceSpan[] };

/** Everything in the days of [from, to), by time. */
export function itemsOf({ occurrences, spans }: Read, zone: ViewZone, { from, to }: Days): Item[] {
  const planned = entriesOf(occurrences, zone).map(({ occurrence, at, until, often }): Item => ({
    id: `event:${occurrence.run_id}`,
    lane: LANE_OF[occurrence.type] ?? 'said',
    name: occurrence.name,
    at,
    until,
    often,
    off: occurrence.skipped ? 'skipped' : occurrence.enabled ? null : 'disabled',
    of: occurrence,
  }));
  const work = spans.map((span): Item => ({
    id: spanId(span),
    lane: 'work',
    name: span.name,
    at: wallTime(Date.parse(span.starts_at), zone.name),
    until: span.ends_at === null ? null : wallTime(Date.parse(span.ends_at), zone.name),
    often: null,
    off: null,
    of: span,
  }));
  const days = datesIn({ from, to });
  return [...planned, ...work]
    .filter((item) => days.some((date) => isOn(item, date)))
    .toSorted((a, b) => a.at.localeCompare(b.at) || a.name.localeCompare(b.name));
}

export type Days = { from: string; to: string };
/** `to` is not among them. */
export function datesIn({ from, to }: Days): string[] {
  const dates: string[] = [];
  for (let date = from; date < to; date = addDays(date, 1)) dates.push(date);
  return dates;
}

/** Whether it is on at a date: from its beginning to its end, which midnight is not part of. */
export const isOn = ({ at, until }: Pick<Item, 'at' | 'until'>, date: string): boolean =>
  dateOf(at) === date || (until !== null && dateOf(at) < date && dateOf(addMinutes(until, -1)) >= date);

/** The first that begins or ends after a time. */
export const nextOf = (items: readonly Item[], now: string): Item | undefined =>
  items.find(({ at, until, off }) => off === null && (until ?? at).slice(0, 16) >= now);

export type WeekRow = {
  lane: Lane;
  /** The time of what is said; null: of any time. */
  time: string | null;
  cells: { date: string; items: Item[] }[];
};

/** The rows of a week: music, bells, what is said by its time, and work on the system. */
export function weekRows(items: readonly Item[], dates: readonly string[]): WeekRow[] {
  const byCell = Map.groupBy(
    items.flatMap((item) => dates.filter((date) => isOn(item, date)).map((date) => ({ item, date }))),
    ({ item, date }) => `${rowOf(item)} ${date}`,
  );
  const row = (lane: Lane, time: string | null): WeekRow => ({
    lane,
    time,
    cells: dates.map((date) => ({
      date,
      items: byCell.get(`${time ?? lane} ${date}`)?.map(({ item }) => item) ?? [],
    })),
  });
  const times = new Set(items.flatMap((item) => (item.lane === 'said' ? [rowOf(item)] : [])));
  const said = [...times].toSorted().map((time) => row('said', time));
  return [row('music', null), row('bells', null), ...said, row('work', null)];
}

const rowOf = ({ lane, at }: Item): string => (lane === 'said' ? timeOf(at) : lane);
