import type { Schedule } from '@belfry/schemas/http/schedules/schedules';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../../lib/format/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { countSchedules } from '../../schedule-list.ts';
import classes from './schedule-counts.module.css';

const NAMES = ['active', 'upcoming', 'total'] as const;

/** How many schedules are enabled, run within seven days, and exist. */
export function ScheduleCounts({ schedules, now }: { schedules: readonly Schedule[]; now: number }) {
  const { t } = useTranslation('schedule');
  const locale = useLocale();
  const counts = countSchedules(schedules, now);
  return (
    <dl className={classes.counts}>
      {NAMES.map((name) => (
        <div key={name} className={classes[name]} title={name === 'upcoming' ? t('overview.upcoming_hint') : undefined}>
          <dt>{t(`overview.${name}`)}</dt>
          <dd>{formatCount(counts[name], locale)}</dd>
        </div>
      ))}
    </dl>
  );
}
