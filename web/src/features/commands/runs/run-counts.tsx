import { useTranslation } from 'react-i18next';
import { RUN_DELIVERY_STATES, type CommandRun } from '@belfry/schemas/http/commands/runs';
import { formatCount } from '../../../lib/format/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { DeliveryBadge } from '../components/delivery-badge.tsx';
import classes from './runs.module.css';

/** How many devices are in each state; states without devices are left out. */
export function RunCounts({ run: { counts } }: { run: CommandRun }) {
  const { t } = useTranslation('command-runs');
  const locale = useLocale();
  return (
    <ul className={classes.counts} aria-label={t('run.counts')}>
      {RUN_DELIVERY_STATES.filter((state) => counts[state] > 0).map((state) => (
        <li key={state}>
          <DeliveryBadge state={state} count={formatCount(counts[state], locale)} />
        </li>
      ))}
    </ul>
  );
}
