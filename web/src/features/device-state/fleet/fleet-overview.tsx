import {
  DEVICE_STATUSES,
  type DeviceStatus,
  ADMIN_DEVICE_MODES,
  DEVICE_MODES,
  type DeviceMode,
} from '@belfry/schemas/domain/device';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import { useConnection } from '../../../lib/mqtt/connection-slice.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Stale } from '../../../ui/states/stale.tsx';
import { useGetFleetSummaryQuery } from './fleet-api.ts';
import classes from './fleet-overview.module.css';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { formatCount, formatPercent } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';

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

/** The statuses as shares of a bar; hidden from screen readers, because the tiles above have the same counts. */
function StatusBar({ total, counts }: { total: number; counts: Record<DeviceStatus, number> }) {
  if (total === 0) return null;
  return (
    <div className={classes.bar} aria-hidden>
      {DEVICE_STATUSES.filter((status) => counts[status] > 0).map((status) => (
        <span key={status} style={{ flexGrow: counts[status], background: STATUS_TONES[status] }} />
      ))}
    </div>
  );
}

/** As high as the counts of a fleet, so that nothing below moves when they arrive. */
function FleetSkeleton() {
  const { t } = useTranslation('common');
  return (
    <div aria-busy>
      <VisuallyHidden component="output">{t('loading')}</VisuallyHidden>
      <div className={classes.tiles}>
        {['total', ...DEVICE_STATUSES].map((each) => (
          <Skeleton key={each} className={classes.tileSkeleton ?? ''} radius="lg" />
        ))}
      </div>
      <Skeleton height={6} mt={16} />
      <Skeleton height={30} width={240} mt={20} />
    </div>
  );
}

type Props = { label: string; count: number; tone: string; of?: number; to?: string };
function CountTile({ label, count, tone, of, to }: Props) {
  const { t } = useTranslation('fleet');
  const locale = useLocale();
  const share = of === undefined || of === 0 ? null : formatPercent((count / of) * 100, locale);
  const content = (
    <>
      <span className={classes.label}>
        <span className={classes.dot} style={{ background: tone }} aria-hidden />
        {label}
      </span>
      <span className={classes.count}>
        <strong className="tabular">{formatCount(count, locale)}</strong>
        {share !== null && <span className={classes.share}>{t('share', { share })}</span>}
      </span>
    </>
  );
  return to === undefined ? (
    <div className={classes.tile}>{content}</div>
  ) : (
    <Link to={to} className={classes.tile}>
      {content}
    </Link>
  );
}

const STATUS_TONES: Record<DeviceStatus, string> = {
  online: 'var(--bf-success)',
  offline: 'var(--bf-error)',
  maintenance: 'var(--bf-device)',
};

const FILTERABLE: ReadonlySet<DeviceMode> = new Set(ADMIN_DEVICE_MODES);
function ModeCounts({ counts }: { counts: Record<DeviceMode, number> }) {
  const { t } = useTranslation('fleet');
  const locale = useLocale();
  const present = DEVICE_MODES.filter((mode) => counts[mode] > 0);
  if (present.length === 0) return null;
  return (
    <div className={classes.modes}>
      <h3 className={classes.modesTitle}>{t('by_mode')}</h3>
      <ul className={classes.modeList}>
        {present.map((mode) => {
          const content = (
            <>
              {mode} <strong className="tabular">{formatCount(counts[mode], locale)}</strong>
            </>
          );
          return (
            <li key={mode}>
              {FILTERABLE.has(mode) ? (
                <Link to={`/devices?mode=${mode}`} className={classes.mode}>
                  {content}
                </Link>
              ) : (
                <span className={classes.mode}>{content}</span>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
