import type { Schedule } from '@belfry/schemas/http/schedules';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../../lib/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { useTimes } from '../../../../lib/times.ts';
import classes from './manage.module.css';

type Of = { schedule: Schedule };

/** The next instant, in the time zone of the reader. */
export function NextRun({ schedule: { next_at, enabled } }: Of) {
  const { t } = useTranslation('schedule');
  const times = useTimes();
  if (next_at === null || !enabled) return <span>{t('manage.never')}</span>;
  return (
    <time dateTime={next_at}>
      {times.day(next_at)}, {times.time(next_at)}
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
export function Problem({ schedule: { problem } }: Of) {
  const { t } = useTranslation('schedule');
  if (problem === null) return null;
  return (
    <Text size="xs" className={classes.problem ?? ''}>
      {t('manage.problem', { problem })}
    </Text>
  );
}
