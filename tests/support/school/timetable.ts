import { datesFrom, isWeekend, readWallClock, wallClock } from './wall-clock.ts';

/** A bell at a quarter of an hour, and so many seconds later; `day`: on this day of each year only. */
export type Bell = { name: string; time: string; seconds: number; weekdaysOnly: boolean; day?: string };
/** A bell at one place; `first` is when it rings at the first place that has it (ms since 1970). */
export type Ringing = { bell: Bell; date: string; at: number; first: number };

const daily = (time: string, seconds = 0): Bell => ({ name: `Daily ${time}`, time, seconds, weekdaysOnly: false });
const weekday = (time: string, seconds = 0): Bell => ({
  ...daily(time, seconds),
  name: `School ${time}`,
  weekdaysOnly: true,
});

/** Two of them in the hours that the changes of clocks skip or repeat, in all zones. */
export const BELLS: readonly Bell[] = [
  daily('01:45'),
  daily('02:30'),
  weekday('08:00', 15),
  weekday('08:45'),
  daily('12:30'),
  weekday('15:15', 42),
  daily('23:45', 30),
  { ...daily('00:15', 5), name: 'New Year', day: '01-01' },
];

const ringsOn = ({ weekdaysOnly, day }: Bell, date: string): boolean =>
  !(weekdaysOnly && isWeekend(date)) && (day === undefined || date.endsWith(day));

/** The place is silent then, by its clocks. */
export const QUIET = { from: '22:00', to: '06:00' };
export const isQuietAt = (zone: string, at: number): boolean => {
  const time = wallClock(zone, at).slice(11);
  return time >= QUIET.from || time < QUIET.to;
};

/** When the bells ring in each of these zones within the days. */
export function timetable(zones: readonly string[], from: number, days: number): Map<string, Ringing[]> {
  const clocks = zones.map((zone) => readWallClock(zone, from, days + 1));
  const planned = datesFrom(from, days + 1).flatMap((date) =>
    BELLS.filter((bell) => ringsOn(bell, date)).map((bell) => {
      const instants = clocks.map((instantOf) => instantOf(`${date} ${bell.time}`) + bell.seconds * 1_000);
      return { bell, date, instants, first: Math.min(...instants) };
    }),
  );
  return new Map(
    zones.map((zone, index) => [
      zone,
      planned
        .map(({ bell, date, instants, first }) => ({ bell, date, first, at: instants[index] ?? 0 }))
        .filter(({ at }) => at > from && at < from + days * 24 * 3_600_000),
    ]),
  );
}

/** At the college, by its clocks. */
export const NIGHT_MUSIC = { name: 'Night music', from: '20:15', until: '06:00', minutes: 585 };
export type Night = { from: number; until: number };

/** The nights with music that begin within the days. */
export function nightsOf(zone: string, from: number, days: number): Night[] {
  const instantOf = readWallClock(zone, from, days);
  const dates = datesFrom(from, days + 1);
  return dates
    .slice(0, days)
    .map((date, night) => ({
      from: instantOf(`${date} ${NIGHT_MUSIC.from}`),
      until: instantOf(`${dates[night + 1]} ${NIGHT_MUSIC.until}`),
    }))
    .filter((night) => night.from < from + days * 24 * 3_600_000);
}
