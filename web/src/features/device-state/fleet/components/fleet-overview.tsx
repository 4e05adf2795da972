import { DEVICE_STATUSES } from '@belfry/schemas/domain/device';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../../../mqtt/connection/use-connection.ts';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import { Stale } from '../../../../ui/states/stale.tsx';
import { useGetFleetSummaryQuery } from '../../../../api/devices/fleet-api.ts';
import { STATUS_TONES } from '../status-tones.ts';
import { CountTile } from './count-tile.tsx';
import { FleetSkeleton } from './fleet-skeleton.tsx';
import classes from './fleet-overview.module.css';
import { ModeCounts } from './mode-counts.tsx';
import { StatusBar } from './status-bar.tsx';

/** Counts of the fleet by status and mode, live. */
export function FleetOverview() {
  const { t } = useTranslation('fleet');
  const { state, stale, since } = useConnection();
  const { data } = useGetFleetSummaryQuery();
  const summary = data?.summary;
  if (!summary) {
    if (state !== 'offline') return <FleetSkeleton />;
    return (
      <EmptyState icon={<IconPlugConnectedX size={24} />} title={t('unavailable.title')}>
        {t('unavailable.message')}
      </EmptyState>
    );
  }
  const { total, by_status: byStatus, by_mode: byMode } = summary;
  return (
    <Stale active={stale} since={since}>
      <div className={classes.tiles}>
        <CountTile label={t('total')} count={total} to="/devices?status=all" tone="var(--bf-purple)" />
        {DEVICE_STATUSES.map((status) => (
          <CountTile
            key={status}
            label={t(`status.${status}`)}
            count={byStatus[status]}
            of={total}
            tone={STATUS_TONES[status]}
            to={status === 'maintenance' ? undefined : `/devices?status=${status}`}
          />
        ))}
      </div>
      <StatusBar total={total} counts={byStatus} />
      <ModeCounts counts={byMode} />
    </Stale>
  );
}
