import type { Schedule } from '@belfry/schemas/http/schedules/schedules';
import { Text } from '@mantine/core';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useReasonText } from '../../../../api/use-reason.ts';
import { formatCount } from '../../../../lib/format/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { TimeZone, useOtherZone } from '../../../../lib/format/times.ts';
import { wallTime } from '../../recurrence/local-time.ts';
import { useLocalTimes } from '../../use-local-times.ts';
import classes from './manage.module.css';

type Of = { schedule: Schedule };

/** The next instant, in the time zone of its places. */
export function NextRun({ schedule: { next_at, time_zone, enabled } }: Of) {
  const { t } = useTranslation('schedule');
  const times = useLocalTimes();
  const ownZone = useContext(TimeZone);
  const otherZone = useOtherZone();
  if (!enabled) return <span>{t('manage.never')}</span>;
  if (next_at === null) return <span className={classes.problem}>{t('manage.over')}</span>;
  const zone = otherZone(time_zone);
  const local = wallTime(new Date(next_at), time_zone ?? ownZone);
  return (
    <time dateTime={next_at}>
      {times.day(local)}, {times.time(local)}
      {zone !== null && ` ${zone}`}
    </time>
  );
}

/** "1,204 places" */
export function Places({ count }: { count: number }) {
  const { t } = useTranslation('schedule');
  const locale = useLocale();
  return <span>{t('places', { count, places: formatCount(count, locale) })}</span>;
}

/** Why some of its places do not hear it, such as a text that cannot be spoken. */
export function Problem({ schedule: { problem, devices } }: Of) {
  const { t } = useTranslation('schedule');
  const describe = useReasonText();
  if (problem === null) return null;
  return (
    <Text size="xs" className={classes.problem ?? ''}>
      {devices === 0 ? describe(problem) : t('manage.problem', { problem: describe(problem) })}
    </Text>
  );
}
