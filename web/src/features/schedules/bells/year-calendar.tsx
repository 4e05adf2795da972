import { Text } from '@mantine/core';
import type { BellDay } from '@belfry/schemas/http/schedules/bells';
import type { Timetable } from '@belfry/schemas/http/schedules/timetables';
import { memo, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { dayOfMonth, useLocalTimes } from '../local-time.ts';
import { monthsOf, movedBy, rangeOf, type Month } from './year.ts';
import classes from './year-calendar.module.css';

type Range = { from: string; to: string };
type Props = {
  /** Twelve months: the first day of the first one, and the first day after the last one. */
  range: Range;
  days: readonly BellDay[];
  today: string;
  timetables: readonly Timetable[];
  /** Paints a day, or with Shift those between two days. */
  onPaint: (range: Range) => void;
};

/** Twelve months, in which days are painted by mouse and keyboard; see PLAN-11. One day is in the tab order: arrows move, Shift chooses a range. */
export function YearCalendar({ range, days, today, timetables, onPaint }: Props) {
  const { t } = useTranslation('bells');
  const root = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(today >= range.from && today < range.to ? today : range.from);
  /** Where a range begins. */
  const [anchor, setAnchor] = useState<string | null>(null);
  const active = focused >= range.from && focused < range.to ? focused : range.from;
  const chosen = anchor === null ? null : rangeOf(anchor, active);
  const months = useMemo(() => monthsOf(range.from, new Map(days.map((day) => [day.date, day]))), [range.from, days]);
  const byId = useMemo(() => new Map(timetables.map((each) => [each.id, each])), [timetables]);
  const dateAt = (target: EventTarget): string | undefined =>
    target instanceof Element ? target.closest<HTMLElement>('button[data-date]')?.dataset.date : undefined;

  function move(event: KeyboardEvent): void {
    const moved = movedBy(event.key, active, range);
    if (moved === undefined) return;
    event.preventDefault();
    setAnchor(event.shiftKey ? (anchor ?? active) : null);
    setFocused(moved);
    root.current?.querySelector<HTMLElement>(`[data-date="${moved}"]`)?.focus();
  }
  function paint(date: string, withRange: boolean): void {
    const from = withRange ? (anchor ?? active) : date;
    onPaint(rangeOf(from, date));
    setFocused(date);
    setAnchor(null);
  }
  return (
    <div
      ref={root}
      className={classes.year}
      role="group"
      aria-label={t('calendar.title')}
      onKeyDown={move}
      onClick={(event) => {
        const date = dateAt(event.target);
        // Enter and Space are clicks without a place; the range that the keys have chosen is painted by them.
        const byKey = event.detail === 0;
        if (date !== undefined) paint(date, event.shiftKey || (byKey && anchor !== null));
      }}
    >
      {months.map((month) => (
        <MonthTable
          key={month.first}
          month={month}
          byId={byId}
          active={activeIn(month, active)}
          today={activeIn(month, today)}
          from={chosen?.from ?? ''}
          to={chosen?.to ?? ''}
        />
      ))}
    </div>
  );
}

/** The day where it is in the month, so that the other months are not drawn again. */
const activeIn = ({ first }: Month, date: string): string => (date.startsWith(first.slice(0, 7)) ? date : '');

type MonthProps = {
  month: Month;
  byId: ReadonlyMap<number, Timetable>;
  active: string;
  today: string;
  /** The chosen range; empty texts: none. */
  from: string;
  to: string;
};
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

const MonthTable = memo(function MonthTable({ month, byId, active, today, from, to }: MonthProps) {
  const { t } = useTranslation('bells');
  const times = useLocalTimes();
  return (
    <table className={classes.month}>
      <caption>{times.month(month.first)}</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((day) => (
            <th key={day} scope="col">
              <span aria-hidden>{times.weekday(day).slice(0, 2)}</span>
              <Text component="span" className={classes.hidden}>
                {times.weekday(day, 'long')}
              </Text>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {month.weeks.map((week) => (
          <tr key={week.find((day) => day !== null)?.date}>
            {week.map((day, index) => {
              if (!day) return <td key={WEEKDAYS[index]} />;
              const timetable = byId.get(day.timetable_id ?? 0);
              const name = timetable?.name ?? t('calendar.no_bells');
              const origin = day.origin === 'painted' || day.origin === 'holiday' ? day.origin : null;
              const label = t('calendar.day', { day: times.weekdayAndDay(day.date), name });
              return (
                <td key={day.date}>
                  <button
                    type="button"
                    className={classes.day}
                    tabIndex={day.date === active ? 0 : -1}
                    data-date={day.date}
                    data-colour={timetable?.colour}
                    data-origin={origin ?? undefined}
                    data-today={day.date === today || undefined}
                    data-chosen={(day.date >= from && day.date <= to) || undefined}
                    aria-current={day.date === today ? 'date' : undefined}
                    aria-label={origin ? t(`calendar.${origin}`, { label }) : label}
                    title={label}
                  >
                    <span>{dayOfMonth(day.date)}</span>
                    <span className={classes.initial}>{timetable ? [...timetable.name][0] : ''}</span>
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
});
