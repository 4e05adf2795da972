import { Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocalTimes } from '../../use-local-times.ts';
import { useWindowName } from './use-window-name.ts';
import type { WeekProps } from './week-grid.tsx';
import classes from './week-grid.module.css';

/** The windows of a week as a list, on phones. */
export function WindowList({ windows, onOpen }: WeekProps) {
  const { t } = useTranslation('day-programme');
  const times = useLocalTimes();
  const nameOf = useWindowName();
  return (
    <ul className={classes.list} aria-label={t('grid')}>
      {windows.map((window, at) => (
        // A window has no identity but its place.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at}>
          <UnstyledButton className={classes.row ?? ''} onClick={() => onOpen(window, at)}>
            <Text span size="sm" fw={600} display="block">
              {nameOf(window)}
            </Text>
            <Text span size="sm" c="dimmed" className="tabular">
              {window.days.map((day) => times.weekday(day)).join(', ')} · {window.from} – {window.to}
            </Text>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
