import { bellsHttp } from '@belfry/schemas/http/schedules/bells';
import { holidaysHttp } from '@belfry/schemas/http/schedules/holidays';
import { timetablesHttp } from '@belfry/schemas/http/schedules/timetables';
import type { TestUser } from '../factories.ts';
import { success } from '../http-client.ts';
import type { Stack } from '../stack.ts';
import { heardKey, type Heard } from './school-receipts.ts';
import { DAY_MS, datesFrom, isWeekend, readWallClock } from './wall-clock.ts';

export const WEEKS = 40;
/** A Monday. Summer time ends on the last Sunday of October and begins on that of March. */
export const FIRST_DAY = '2027-08-30';
const ZONE = 'Europe/Berlin';
const TIMES = {
  'Normal day': ['08:00', '08:45', '13:15'],
  'Short day': ['08:00', '11:30'],
  Exam: ['09:00', '12:00'],
};
type Name = keyof typeof TIMES;
/** From and to, inclusive. */
const HOLIDAYS = [
  ['2027-10-25', '2027-10-29'],
  ['2027-12-20', '2028-01-07'],
  ['2028-04-10', '2028-04-21'],
] as const;
const EXAMS = ['2028-05-08', '2028-05-19'] as const;
/** Open days, on the Sundays on which clocks change. */
const OPEN_DAYS = ['2027-10-31', '2028-03-26'];
const WORKDAYS = [1, 2, 3, 4, 5];
const FRIDAY = 5;

const compact = (date: string): string => date.replaceAll('-', '');
const dayAfter = (date: string): string => new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);
const file = (): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//test//EN',
    ...HOLIDAYS.flatMap(([from, to], index) => [
      'BEGIN:VEVENT',
      `UID:${index}@test`,
      `DTSTART;VALUE=DATE:${compact(from)}`,
      `DTEND;VALUE=DATE:${compact(dayAfter(to))}`,
      'SUMMARY:Holidays',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ].join('\r\n');

/** Plans the year at a school, with holidays from a file, and copies it to another. */
export async function planSchoolYear(stack: Stack, owner: TestUser, [school, other]: [number, number]): Promise<void> {
  const ids = {} as Record<Name, number>;
  for (const [name, times] of Object.entries(TIMES) as [Name, string[]][]) {
    const bells = times.map((at) => ({ at, sound: { type: 'chime', chime: 'bell' } }));
    ids[name] = (await success(stack.call(timetablesHttp.create, owner, { name, colour: 'blue', bells }))).id;
  }
  const { calendar } = await success(
    stack.call(
      holidaysHttp.upload,
      owner,
      { name: 'Holidays', body: file() },
      { headers: { 'content-type': 'text/calendar' } },
    ),
  );
  const normal = ids['Normal day'];
  const week = {
    weekdays: [normal, normal, normal, normal, ids['Short day'], null, null],
    holiday_calendar_id: calendar.id,
    holiday_timetable_id: null,
  };
  await success(stack.call(bellsHttp.week, owner, { company_id: school, week }));
  const paint = (timetable_id: number, from: string, to: string, weekdays: number[]) =>
    stack.call(bellsHttp.paint, owner, {
      company_id: school,
      ranges: [{ from, to }],
      weekdays,
      paint: { type: 'timetable', timetable_id },
    });
  await success(paint(ids.Exam, ...EXAMS, WORKDAYS));
  for (const day of OPEN_DAYS) await success(paint(ids['Short day'], day, day, [7]));
  await success(stack.call(bellsHttp.copy, owner, { company_id: other, from_company_id: school }));
}

function timetableOf(date: string): Name | null {
  if (OPEN_DAYS.includes(date)) return 'Short day';
  if (isWeekend(date)) return null;
  if (EXAMS[0] <= date && date <= EXAMS[1]) return 'Exam';
  if (HOLIDAYS.some(([from, to]) => from <= date && date <= to)) return null;
  return new Date(`${date}T00:00Z`).getUTCDay() === FRIDAY ? 'Short day' : 'Normal day';
}

/** The instants of all bells of the year by the clock on the wall, and what devices report of them that hear each once, on its second. */
export function bellsOfYear(serials: readonly string[]): { moments: number[]; expected: Heard } {
  const days = WEEKS * 7;
  const start = Date.parse(`${FIRST_DAY}T00:00Z`);
  const instantOf = readWallClock(ZONE, start, days);
  const bells = datesFrom(start, days).flatMap((date) => {
    const name = timetableOf(date);
    return name === null ? [] : TIMES[name].map((time) => ({ name, at: instantOf(`${date} ${time}`) }));
  });
  return {
    moments: bells.map(({ at }) => at),
    expected: Object.fromEntries(
      serials.flatMap((serial) =>
        bells.map(({ name, at }): [string, string[]] => [
          heardKey(serial, name, at),
          [`started ${new Date(at).toISOString()}`, 'finished'],
        ]),
      ),
    ),
  };
}
