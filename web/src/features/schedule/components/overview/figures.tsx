import type { Schedule } from '@belfry/schemas/http/schedules';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../../lib/format/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { figuresOf } from '../../schedule-list.ts';
import classes from './figures.module.css';

const NAMES = ['active', 'upcoming', 'total'] as const;

/** How many schedules are enabled, run within seven days, and exist. */
export function Figures({ schedules, now }: { schedules: readonly Schedule[]; now: number }) {
  const { t } = useTranslation('schedule');
  const locale = useLocale();
  const figures = figuresOf(schedules, now);
  return (
    <dl className={classes.figures}>
      {NAMES.map((name) => (
        <div key={name} className={classes[name]} title={name === 'upcoming' ? t('overview.upcoming_hint') : undefined}>
          <dt>{t(`overview.${name}`)}</dt>
          <dd>{formatCount(figures[name], locale)}</dd>
        </div>
      ))}
    </dl>
  );
}
