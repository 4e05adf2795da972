import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { FIRST_DAY, WEEK } from '../../lib/browser-habits.ts';
import { addDays, dateOf, dayOfMonth, isLocalDate, useLocalTimes, wallTime, weekdayOf } from '../../lib/local-time.ts';
import { useTranslation } from '../../lib/translation.ts';
import classes from './month-grid.module.css';

type Props = {
  /** `2026-11-21`; another text is none. */
  value: string;
  min?: string | undefined;
  onChoose: (date: string) => void;
};

const WEEKS = [0, 1, 2, 3, 4, 5];
const DAYS = [0, 1, 2, 3, 4, 5, 6];
const firstOfMonth = (date: string): string => `${date.slice(0, 8)}01`;
/** The same day of another month, its last one where it has no such day. */
function addMonths(date: string, months: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return addDays(first, Math.min(dayOfMonth(date), last) - 1);
}
/** How many days after the first one of the week. */
const inWeek = (date: string): number => (weekdayOf(date) - FIRST_DAY + 7) % 7;
const MOVES: Partial<Record<string, (date: string) => string>> = {
  ArrowLeft: (date) => addDays(date, -1),
  ArrowRight: (date) => addDays(date, 1),
  ArrowUp: (date) => addDays(date, -7),
  ArrowDown: (date) => addDays(date, 7),
  Home: (date) => addDays(date, -inWeek(date)),
  End: (date) => addDays(date, 6 - inWeek(date)),
  PageUp: (date) => addMonths(date, -1),
  PageDown: (date) => addMonths(date, 1),
};

/** The days of a month, by the keys of the ARIA pattern of a date picker: one day is in the tab order, arrows go to the others. */
export function MonthGrid({ value, min = '', onChoose }: Props) {
  const { t } = useTranslation('ui');
  const times = useLocalTimes();
  const title = useId();
  const table = useRef<HTMLTableElement>(null);
  const moved = useRef(false);
  const [today] = useState(() => dateOf(wallTime(Date.now(), undefined)));
  const [focused, setFocused] = useState(isLocalDate(value) ? value : today);
  const month = firstOfMonth(focused);
  const first = addDays(month, -inWeek(month));
  useEffect(() => {
    if (moved.current) table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    moved.current = false;
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    moved.current = true;
    setFocused(move(focused));
  };
  return (
    <div className={classes.month}>
      <div className={classes.head}>
        <ActionIcon variant="subtle" aria-label={t('typed.back')} onClick={() => setFocused(addMonths(focused, -1))}>
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
        <span id={title} aria-live="polite">
          {times.month(month)}
        </span>
        <ActionIcon variant="subtle" aria-label={t('typed.on')} onClick={() => setFocused(addMonths(focused, 1))}>
          <IconChevronRight size={16} aria-hidden />
        </ActionIcon>
      </div>
      <table ref={table} aria-labelledby={title}>
        <thead>
          <tr>
            {WEEK.map((day) => (
              <th key={day} scope="col" abbr={times.weekday(day, 'long')}>
                {times.weekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEKS.map((week) => (
            <tr key={week}>
              {DAYS.map((day) => {
                const date = addDays(first, week * 7 + day);
                return (
                  <td key={date}>
                    <button
                      type="button"
                      className={classes.day}
                      tabIndex={date === focused ? 0 : -1}
                      data-autofocus={date === focused || undefined}
                      data-other={firstOfMonth(date) !== month || undefined}
                      aria-current={date === today ? 'date' : undefined}
                      aria-pressed={date === value}
                      aria-label={times.longDay(date)}
                      aria-disabled={date < min || undefined}
                      data-mantine-stop-propagation
                      onKeyDown={onKeyDown}
                      onClick={() => date >= min && onChoose(date)}
                    >
                      {dayOfMonth(date)}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
