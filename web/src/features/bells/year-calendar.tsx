import { Text } from '@mantine/core';
import type { BellDay } from '@belfry/schemas/http/bells/bells';
import type { Timetable } from '@belfry/schemas/http/bells/timetables';
import { useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { dayOfMonth, useLocalTimes } from '../../lib/local-time.ts';
import { monthsOf, movedBy, rangeOf, type Month } from './year.ts';
import classes from './year-calendar.module.css';

const BLANK = 0x20;

type Range = { from: string; to: string };
type Props = {
  range: Range;
  days: readonly BellDay[];
  today: string;
  timetables: readonly Timetable[];
  /** Paints a day, or with Shift those between two days. Without it days are only read. */
  onPaint?: ((range: Range) => void) | undefined;
};

/** Twelve months, in which days are painted by mouse and keyboard; see PLAN-11. One day is in the tab order: arrows move, Shift chooses a range. */
export function YearCalendar({ range, days, today, timetables, onPaint }: Props) {
  const { t } = useTranslation('bells');
  const root = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(today >= range.from && today < range.to ? today : range.from);
  const [anchor, setAnchor] = useState<string | null>(null);
  const active = focused >= range.from && focused < range.to ? focused : range.from;
  const marked = anchor === null ? null : rangeOf(anchor, active);
  const months = useMemo(() => monthsOf(range.from, new Map(days.map((day) => [day.date, day]))), [range.from, days]);
  const byId = useMemo(() => new Map(timetables.map((each) => [each.id, each])), [timetables]);
  function move(event: KeyboardEvent): void {
    const moved = movedBy(event.key, active, range);
    if (moved === undefined) return;
    event.preventDefault();
    setAnchor(event.shiftKey ? (anchor ?? active) : null);
    setFocused(moved);
    root.current?.querySelector<HTMLElement>(`[data-date="${moved}"]`)?.focus();
  }
  function pick(date: string, { shiftKey, detail }: MouseEvent): void {
    // Enter and Space are clicks without a place; the range that the keys have chosen is painted by them.
    const withRange = shiftKey || (detail === 0 && anchor !== null);
    onPaint?.(rangeOf(withRange ? (anchor ?? active) : date, date));
    setFocused(date);
    setAnchor(null);
  }
  return (
    <section ref={root} className={classes.year} aria-label={t('calendar.title')}>
      {months.map((month) => (
        <MonthTable
          key={month.first}
          month={month}
          byId={byId}
          active={active}
          today={today}
          range={marked}
          readOnly={onPaint === undefined}
          onKey={move}
          onPick={pick}
        />
      ))}
    </section>
  );
}

type MonthProps = {
  month: Month;
  byId: ReadonlyMap<number, Timetable>;
  active: string;
  today: string;
  range: Range | null;
  readOnly: boolean;
  onKey: (event: KeyboardEvent) => void;
  onPick: (date: string, event: MouseEvent) => void;
};
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

function MonthTable({ month, byId, active, today, range, readOnly, onKey, onPick }: MonthProps) {
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
              if (!day) return <td key={WEEKDAYS[index]}>{'\u00A0'}</td>;
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
                    data-initial={String.fromCodePoint(timetable?.name.codePointAt(0) ?? BLANK)}
                    data-origin={origin ?? undefined}
                    data-today={day.date === today || undefined}
                    data-chosen={(range !== null && day.date >= range.from && day.date <= range.to) || undefined}
                    aria-disabled={readOnly || undefined}
                    aria-current={day.date === today ? 'date' : undefined}
                    aria-label={origin ? t(`calendar.${origin}`, { label }) : label}
                    title={label}
                    onKeyDown={onKey}
                    onClick={(event) => onPick(day.date, event)}
                  >
                    {dayOfMonth(day.date)}
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
