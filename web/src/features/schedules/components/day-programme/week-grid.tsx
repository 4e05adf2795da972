import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DayWindow } from '../../api/day-programme-api.ts';
import { useLocalTimes } from '../../use-local-times.ts';
import { shareOf } from './day-windows.ts';
import { useWindowName } from './use-window-name.ts';
import classes from './week-grid.module.css';

export type WeekProps = {
  windows: readonly DayWindow[];
  /** Opens the window at this index. */
  onOpen: (window: DayWindow, at: number) => void;
};

const DAYS = [1, 2, 3, 4, 5, 6, 7];
const HOURS = [0, 3, 6, 9, 12, 15, 18, 21];

/** The windows of a week: a column per day, a block per window. */
export function WeekGrid({ windows, onOpen }: WeekProps) {
  const { t } = useTranslation('day-programme');
  const times = useLocalTimes();
  const nameOf = useWindowName();
  return (
    <section className={classes.grid} aria-label={t('grid')}>
      <div className={classes.hours} aria-hidden>
        {HOURS.map((hour) => (
          <span key={hour} style={{ insetBlockStart: `${(hour / 24) * 100}%` }}>
            {times.time(`2026-01-01T${String(hour).padStart(2, '0')}:00`)}
          </span>
        ))}
      </div>
      {DAYS.map((day) => (
        <div key={day} className={classes.day}>
          <h2 className={classes.head}>{times.weekday(day)}</h2>
          <ul className={classes.column} aria-label={times.weekday(day, 'long')}>
            {windows.map((window, at) =>
              window.days.includes(day) ? (
                <li
                  // A window has no identity but its place.
                  // oxlint-disable-next-line react/no-array-index-key
                  key={at}
                  className={classes.block}
                  style={{
                    insetBlockStart: `${shareOf(window.from) * 100}%`,
                    blockSize: `${(shareOf(window.to) - shareOf(window.from)) * 100}%`,
                  }}
                >
                  <UnstyledButton
                    className={classes.window ?? ''}
                    data-station={window.station_id !== null || undefined}
                    onClick={() => onOpen(window, at)}
                  >
                    <span className={classes.name}>{nameOf(window)}</span>
                    <span className="tabular">
                      {window.from} – {window.to}
                    </span>
                  </UnstyledButton>
                </li>
              ) : null,
            )}
          </ul>
        </div>
      ))}
    </section>
  );
}
