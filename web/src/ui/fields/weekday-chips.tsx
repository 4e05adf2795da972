import { Chip, Group, Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { WEEK } from '../../lib/browser-habits.ts';
import { useLocalTimes } from '../../lib/local-time.ts';
import classes from './group.module.css';

type WeekdayChipsProps = {
  label: string;
  /** 1 is Monday. */
  days: readonly number[];
  error?: ReactNode;
  onChange: (days: number[]) => void;
};

export function WeekdayChips({ label, days, error, onChange }: WeekdayChipsProps) {
  const times = useLocalTimes();
  return (
    <fieldset className={classes.group}>
      <Input.Label component="legend">{label}</Input.Label>
      <Chip.Group
        multiple
        value={days.map(String)}
        onChange={(names: string[]) => onChange(names.map(Number).toSorted((a, b) => a - b))}
      >
        <Group gap={6} mt={4}>
          {WEEK.map((day) => (
            <Chip key={day} value={String(day)} size="sm" aria-label={times.weekday(day, 'long')}>
              {times.weekday(day)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {error !== undefined && <Input.Error>{error}</Input.Error>}
    </fieldset>
  );
}
