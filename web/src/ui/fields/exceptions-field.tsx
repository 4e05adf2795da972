import { Button, CloseButton, Group, Pill } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { isLocalDate, useLocalTimes } from '../../lib/local-time.ts';
import { DateField } from './date-field.tsx';
import classes from './group.module.css';

const EXCEPTIONS_MAX = 366;
type Props = { dates: readonly string[]; onChange: (dates: string[]) => void };
/** Dates without occurrences. */
export function ExceptionsField({ dates, onChange }: Props) {
  const { t } = useTranslation('schedule-form');
  const times = useLocalTimes();
  const [typed, setTyped] = useState('');
  const possible = isLocalDate(typed) && dates.length < EXCEPTIONS_MAX;
  const add = (): void => {
    onChange([...new Set([...dates, typed])].toSorted());
    setTyped('');
  };
  return (
    <fieldset className={classes.group} aria-label={t('exceptions')}>
      <Group gap="sm" align="flex-end">
        <DateField
          label={t('exceptions')}
          description={t('exceptions_hint')}
          aria-label={t('exception_date')}
          value={typed}
          onChange={setTyped}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter adds the date and does not submit the form.
            event.preventDefault();
            if (possible) add();
          }}
        />
        <Button variant="default" disabled={!possible} onClick={add}>
          {t('add')}
        </Button>
      </Group>
      {dates.length > 0 && (
        <Group component="ul" gap={6} mt="xs" p={0} m={0} style={{ listStyle: 'none' }}>
          {dates.map((date) => (
            <li key={date}>
              <Pill size="md" className="tabular">
                <Group gap={4} wrap="nowrap" component="span">
                  {times.date(date)}
                  <CloseButton
                    size="xs"
                    aria-label={t('remove', { date: times.date(date) })}
                    onClick={() => onChange(dates.filter((each) => each !== date))}
                  />
                </Group>
              </Pill>
            </li>
          ))}
        </Group>
      )}
    </fieldset>
  );
}
