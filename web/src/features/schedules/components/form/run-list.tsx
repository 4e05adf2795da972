import { Text } from '@mantine/core';
import { useContext, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeZone } from '../../../../lib/times.ts';
import { wallTime } from '../../recurrence/local-time.ts';
import { nextRuns, type Recurrence } from '../../recurrence/next-runs.ts';
import { useLocalTimes } from '../../use-local-times.ts';
import classes from './schedule-form.module.css';

const SHOWN = 10;

type Props = {
  recurrence: Recurrence;
  /** Dates on which it does not happen. */
  holidays: readonly string[];
  /** Reports the first one; null where it never happens. Stable. */
  onNext: (at: string | null) => void;
};

/** The next ten runs in the time of the places. */
export function RunList({ recurrence, holidays, onNext }: Props) {
  const { t } = useTranslation('schedule-form');
  const times = useLocalTimes();
  const zone = useContext(TimeZone);
  const [now] = useState(() => Date.now());
  const key = JSON.stringify([recurrence, holidays]);
  const runs = useMemo(() => {
    const [rule, days] = JSON.parse(key) as [Recurrence, string[]];
    try {
      return nextRuns(rule, new Set(days), wallTime(now, zone), SHOWN);
    } catch {
      return null;
    }
  }, [key, now, zone]);
  const first = runs?.[0] ?? null;
  useEffect(() => onNext(first), [first, onNext]);
  if (!runs || runs.length === 0) {
    return (
      <Text component="output" size="sm" c="var(--bf-warning)">
        {t(runs ? 'preview.empty' : 'preview.impossible')}
      </Text>
    );
  }
  return (
    <ol className={`${classes.runs} tabular`} aria-label={t('preview.title')}>
      {runs.map((at) => (
        <li key={at}>
          <time dateTime={at}>{times.moment(at)}</time>
        </li>
      ))}
    </ol>
  );
}
