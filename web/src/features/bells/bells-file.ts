import type { BellDay } from '@belfry/schemas/http/bells/bells';
import type { Timetable } from '@belfry/schemas/http/bells/timetables';
import { weekdayOf } from '../../lib/local-time.ts';

type Texts = { columns: readonly string[]; weekday: (day: number) => string; noBells: string };

/** Quoted, and never a formula of a spreadsheet. */
const cell = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** The days as a CSV file: the date, the weekday, the timetable and its times. With a byte order mark, without which spreadsheets read other letters wrongly. */
export function bellsFile(days: readonly BellDay[], timetables: readonly Timetable[], texts: Texts): string {
  const byId = new Map(
    timetables.map(({ id, name, bells }) => [id, { name, times: bells.map(({ at }) => at).join(' ') }]),
  );
  const lines = days.map(({ date, timetable_id }) => {
    const timetable = byId.get(timetable_id ?? 0);
    return [date, texts.weekday(weekdayOf(date)), timetable?.name ?? texts.noBells, timetable?.times ?? ''];
  });
  return `\uFEFF${[texts.columns, ...lines].map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`;
}
